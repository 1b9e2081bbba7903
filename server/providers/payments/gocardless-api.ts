import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { boundedText } from '#server/platform/http/bounded-text.ts'
import type { HostedConnection } from '#server/platform/ports/hosted-payments.ts'
import { seconds } from '#server/platform/time/durations.ts'

/** The only version of the published API (developer.gocardless.com/api-reference). */
const version = '2015-07-06'
const addresses = { live: 'https://api.gocardless.com', sandbox: 'https://api-sandbox.gocardless.com' }

/** In milliseconds: for each of two attempts, and for all requests of one call of the port. */
const [timeout, callTimeout] = [seconds(4), seconds(9)]

/** In bytes. Five hundred refunds, the longest list requested, take a third of it. */
const answerAtMost = 1024 * 1024

const Failure = z.looseObject({
  error: z.looseObject({
    errors: z
      .array(
        z.looseObject({
          reason: z.string().optional(),
          links: z.looseObject({ conflicting_resource_id: z.string().optional() }).optional(),
        }),
      )
      .catch([]),
  }),
})

/** GoCardless has answered, and refuses the request. */
export interface Refusal {
  status: number
  reasons: string[]
  /** The object that this idempotency key made before. */
  conflicting: string | null
}

/** Any response other than these, such as a gateway's error, is thrown, because it does not tell the outcome. */
type Answer<T> = { body: T } | { refusal: Refusal }

interface Question<T> {
  method?: 'GET' | 'POST'
  path: string
  shape: z.ZodType<T>
  body?: object
  /**
   * Idempotency key: two requests with one key make one object. Without it each attempt has its own, where doing it
   * twice does no harm.
   */
  key?: string
}

export type Ask = <T>(question: Question<T>) => Promise<Answer<T>>

/**
 * Returns a function that sends requests with one connection, for one call of the port. `apiBase` replaces the API's
 * own address.
 */
export function askerOf({ secretKey }: HostedConnection, apiBase: string | null): Ask {
  const base = apiBase ?? addresses[secretKey.startsWith('sandbox_') ? 'sandbox' : 'live']
  const end = AbortSignal.timeout(callTimeout)
  return async ({ method = 'GET', path, shape, body, key }) => {
    const requestNow = () => ({
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        'gocardless-version': version,
        accept: 'application/json',
        ...(method === 'POST' && {
          'content-type': 'application/json',
          'idempotency-key': key ?? randomUUID(),
        }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error' as const,
      signal: AbortSignal.any([end, AbortSignal.timeout(timeout)]),
    })
    const send = async () => assertKnownOutcome(await fetch(new URL(path, base), requestNow()))
    const reply = await send().catch(send)
    const said: unknown = JSON.parse(await boundedText(reply, answerAtMost))
    if (reply.ok) return { body: shape.parse(said) }
    const { error } = Failure.parse(said)
    return {
      refusal: {
        status: reply.status,
        reasons: error.errors.flatMap(({ reason }) => reason ?? []),
        conflicting:
          error.errors.find(({ links }) => links?.conflicting_resource_id)?.links?.conflicting_resource_id ??
          null,
      },
    }
  }
}

/** Throws for responses that leave the outcome unknown. */
const assertKnownOutcome = (reply: Response) => {
  if (reply.status >= 500 || reply.status === 429) throw new Error(`GoCardless answered ${reply.status}.`)
  return reply
}

/** Returns the body. Throws if GoCardless refused the request. */
export const bodyOf = <T>(answer: Answer<T>): T => {
  if ('body' in answer) return answer.body
  const { status, reasons } = answer.refusal
  throw new Error(`GoCardless refused it: ${[status, ...reasons].join(', ')}.`)
}
