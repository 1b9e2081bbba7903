import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { boundedText } from '#server/platform/http/bounded-text.ts'
import type { HostedConnection } from '#server/platform/ports/hosted-payments.ts'
import { seconds } from '#server/platform/time/durations.ts'

/** The published API (developer.gocardless.com/api-reference), in the only version that there is. */
const version = '2015-07-06'
const addresses = { live: 'https://api.gocardless.com', sandbox: 'https://api-sandbox.gocardless.com' }

/** In milliseconds: for each of two tries, and for all that one call of the port asks. */
const [timeout, callTimeout] = [seconds(4), seconds(9)]

/** In bytes: five hundred refunds, the longest list that is asked for, take a third of it. */
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

/** GoCardless has answered, and will not do what it was asked. */
export interface Refusal {
  status: number
  reasons: string[]
  /** What was made by this idempotency key before. */
  conflicting: string | null
}

/** Every other answer than a success, such as the one of a gateway on the way, says nothing: it is thrown. */
type Answer<T> = { body: T } | { refusal: Refusal }

interface Question<T> {
  method?: 'GET' | 'POST'
  path: string
  shape: z.ZodType<T>
  body?: object
  /** What is asked twice by one key is made once; left out where twice does no harm: then each try has its own. */
  key?: string
}

export type Ask = <T>(question: Question<T>) => Promise<Answer<T>>

/** Asks with one connection, for one call of the port. `apiBase` is where the API answers instead. */
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
    const send = async () => known(await fetch(new URL(path, base), requestNow()))
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

/** Of these nobody knows whether it was done. */
const known = (reply: Response) => {
  if (reply.status >= 500 || reply.status === 429) throw new Error(`GoCardless answered ${reply.status}.`)
  return reply
}

/** What was asked for; throws where GoCardless will not. */
export const bodyOf = <T>(answer: Answer<T>): T => {
  if ('body' in answer) return answer.body
  const { status, reasons } = answer.refusal
  throw new Error(`GoCardless refused it: ${[status, ...reasons].join(', ')}.`)
}
