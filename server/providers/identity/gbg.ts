import { z } from 'zod'
import type { GbgRegion } from '#contract/identity/reports.ts'
import { boundedText } from '#server/platform/http/bounded-text.ts'
import type {
  CheckState,
  IdentityChecker,
  IdentityConnection,
  IdentityFailure,
  NoAnswer,
} from '#server/platform/ports/identity-reports.ts'
import { seconds } from '#server/platform/time/durations.ts'

/** GBG GO, version 2 of its API (docs.go.gbgplc.com). Begins a hosted journey, and polls its state until it is over. */
const gbgAddresses = {
  token: 'https://api.auth.gbgplc.com/as/token.oauth2',
  api: (region: GbgRegion) => `https://${region}.platform.go.gbgplc.com/v2/captain/`,
}

/** Time limit for a token and the request that uses it, in milliseconds. */
const callTimeout = seconds(9)
/** In bytes. A journey refers to its pictures and does not contain them. */
const answerAtMost = 2 * 1024 * 1024

const Token = z.looseObject({ access_token: z.string().min(1) })
const Started = z.looseObject({
  instanceId: z.string().min(1).max(200),
  instanceUrl: z.string().min(1).max(2000),
})
const word = z.string().catch('')
const Step = z.looseObject({ name: word, outcome: word, status: word }).partial()
const State = z.looseObject({
  status: z.string(),
  context: z
    .looseObject({
      process: z.looseObject({ steps: z.array(Step).catch([]) }).optional(),
      result: z.looseObject({ status: word, outcome: word }).partial().optional(),
    })
    .catch({}),
})

interface Wanted {
  fixed: IdentityConnection | null
  /** Another address of the API, for trying it out. Null for GBG's own. */
  base: string | null
  /** In milliseconds, if different from `callTimeout`. */
  timeout?: number
}

export function openGbg({ fixed, base, timeout = callTimeout }: Wanted): IdentityChecker {
  const tokenUrl = base === null ? gbgAddresses.token : new URL('/as/token.oauth2', base).href
  const apiOf = (region: GbgRegion) =>
    base === null ? gbgAddresses.api(region) : new URL('/v2/captain/', base).href
  const openSession = async (connection: IdentityConnection): Promise<{ ask: Ask } | NoAnswer> => {
    const signal = AbortSignal.timeout(timeout)
    const { clientId, clientSecret, region } = connection
    const token = await send(tokenUrl, Token, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: 'gbg.token',
      }).toString(),
      signal,
    })
    if ('failure' in token)
      return { failure: token.failure === 'unknown_journey' ? 'unreachable' : token.failure }
    const headers = {
      authorization: `Bearer ${token.body.access_token}`,
      'content-type': 'application/json',
    }
    return {
      ask: (path, shape, body) =>
        send(new URL(path, apiOf(region)).href, shape, { headers, body: JSON.stringify(body), signal }),
    }
  }
  return {
    name: 'GBG',
    fixed,
    begin: async (connection, { firstName, lastName, dateOfBirth }) => {
      const session = await openSession(connection)
      if ('failure' in session) return session
      const identity = { firstName, lastNames: [lastName], ...(dateOfBirth && { dateOfBirth }) }
      const started = await session.ask('journey/start', Started, {
        resourceId: connection.journey,
        context: { config: { delivery: 'page' }, subject: { identity } },
      })
      if ('failure' in started) return started
      const { instanceId, instanceUrl } = started.body
      const url = addressIn(instanceUrl, apiOf(connection.region))
      return url === null ? { failure: 'unreadable' } : { reference: instanceId, url }
    },
    find: async (connection, instanceId) => {
      const session = await openSession(connection)
      if ('failure' in session) return session
      const state = await session.ask('journey/state/fetch', State, { instanceId })
      return 'failure' in state ? state : stateOf(state.body)
    },
    test: async (connection) => {
      const session = await openSession(connection)
      return 'failure' in session ? session : { isGood: true }
    },
  }
}

type Ask = <T>(path: string, shape: z.ZodType<T>, body: object) => Promise<{ body: T } | NoAnswer>

/**
 * Returns the journey's address, which may be a path on GBG's own host. Returns null for other hosts, or without https.
 */
function addressIn(journeyUrl: string, api: string): string | null {
  const url = URL.parse(journeyUrl, api)
  if (url === null) return null
  const isOwn = url.origin === new URL(api).origin || url.hostname.endsWith('.gbgplc.com')
  return isOwn && (url.protocol === 'https:' || url.hostname === '127.0.0.1') ? url.href : null
}

async function send<T>(
  url: string,
  shape: z.ZodType<T>,
  request: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<{ body: T } | NoAnswer> {
  try {
    const answer = await fetch(url, { method: 'POST', redirect: 'error', ...request })
    if (!answer.ok) {
      await answer.body?.cancel()
      return { failure: failureOf(answer.status) }
    }
    const body = shape.safeParse(JSON.parse(await boundedText(answer, answerAtMost)))
    return body.success ? { body: body.data } : { failure: 'unreadable' }
  } catch (error) {
    return { failure: error instanceof SyntaxError ? 'unreadable' : 'unreachable' }
  }
}

const failureOf = (status: number): IdentityFailure => {
  if (status === 400 || status === 404) return 'unknown_journey'
  if (status === 401 || status === 403) return 'refused'
  return status === 429 ? 'too_many' : 'unreachable'
}

const most = { steps: 40, words: 300 }
const cut = (words: string | undefined) => (words ?? '').slice(0, most.words)

/** Returns the state in GBG's own words, without interpreting them. */
function stateOf({ status, context: { process, result } }: z.infer<typeof State>): CheckState {
  const said = status.toLowerCase().replace(/[^a-z]/g, '')
  if (said === 'completed')
    return {
      status: 'reported',
      result: cut(result?.outcome || result?.status || status),
      steps: (process?.steps ?? [])
        .slice(0, most.steps)
        .map((step) => ({ name: cut(step.name), result: cut(step.outcome || step.status) }))
        .filter(({ name }) => name !== ''),
    }
  return /terminated|failed|cancelled|expired|error/.test(said) ? { status: 'ended' } : { status: 'open' }
}
