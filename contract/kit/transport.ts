import { z } from 'zod'
import {
  type Endpoint,
  type Input,
  type Method,
  type Output,
  safeDecodeKnown,
  safeEncode,
} from './endpoint.ts'
import { invalidFields, Problem, type ProblemCode, statusOf } from './problem.ts'

export interface Reply {
  status: number
  body: unknown
  /** Seconds to wait before trying again, from the Retry-After header. */
  retryAfter?: number
}
export type Send = (
  method: Method,
  url: string,
  body: unknown,
  headers: Record<string, string>,
) => Promise<Reply>

/**
 * Returns the path and the remaining values of an input, encoded for the wire. Throws `invalid` if the input does not
 * fit.
 */
export const encodedAddressOf = (endpoint: Pick<Endpoint, 'path' | 'input'>, input: unknown) => {
  const encoded = safeEncode(endpoint.input, input)
  if (!encoded.success) throw invalidInput(encoded.error)
  return addressOf(endpoint, encoded.data as Record<string, unknown>)
}

/** Returns the path and the remaining values of an input that is already encoded. */
export const addressOf = (endpoint: Pick<Endpoint, 'path'>, input: Record<string, unknown>) => {
  const rest = { ...input }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]).toWellFormed())
    delete rest[name]
    return value
  })
  return { path, rest }
}

/** Returns the URL of something that the browser itself fetches: a picture, a download. */
export const urlOf = <E extends Endpoint>(endpoint: E, input: Input<E>) => {
  const { path, rest } = encodedAddressOf(endpoint, input)
  return path + queryOf(rest)
}

/** Returns a function that calls an endpoint over any transport: `fetch` in the browser, `inject` in a test. */
export const endpointClient =
  (send: Send) =>
  async <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    headers: Record<string, string> = {},
  ): Promise<Output<E>> => {
    const { path, rest } = encodedAddressOf(endpoint, input)
    const reply =
      endpoint.method === 'GET'
        ? await send('GET', path + queryOf(rest), undefined, headers)
        : await send(endpoint.method, path, rest, headers)
    return answerOf(endpoint, reply)
  }

/** Decodes a response by the contract, or throws the Problem that it carries. */
export const answerOf = <E extends Endpoint>(endpoint: E, reply: Reply): Output<E> => {
  if (reply.status >= 400) throw problemFrom(reply)
  if (endpoint.status === 204) return undefined as Output<E>
  return decodeOutput(endpoint, reply.body)
}

/**
 * Decodes a response body. A page that was opened before an upgrade leaves out fields that it does not know, and throws
 * `unavailable` at values that it does not know.
 */
export const decodeOutput = <E extends Endpoint>({ output, path }: E, body: unknown): Output<E> => {
  const read = safeDecodeKnown(output, body)
  if (read.success) return read.data as Output<E>
  throw Object.assign(
    new Problem('unavailable', 'The portal has been updated since you opened this page. Please reload it.', {
      // Only a reload of the page mends it.
      reason: 'outdated_page',
    }),
    { cause: new Error(`${path} answered what this page does not know`, { cause: read.error }) },
  )
}

const queryOf = (values: Record<string, unknown>) => {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined)
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return text && `?${text}`
}

// A body can hold any number of names of any length, so a response does not repeat them all.
const unknownAtMost = 20
const wrongAtMost = 200
const longestName = 100

/** Builds the same refusal in the page as on the server. */
export const invalidInput = ({ issues }: z.ZodError) => {
  const wrong: [name: string, message: string][] = []
  const unknown: typeof wrong = []
  for (const issue of issues) {
    const nameOf = (key: PropertyKey[]) => [...issue.path, ...key].join('.').slice(0, longestName)
    if (issue.code !== 'unrecognized_keys') wrong.push([nameOf([]), issue.message])
    else for (const key of issue.keys.slice(0, unknownAtMost)) unknown.push([nameOf([key]), unknownField])
  }
  // Only the first error of each field is reported.
  const fields = new Map<string, string>()
  for (const [name, message] of [...wrong.slice(0, wrongAtMost), ...unknown.slice(0, unknownAtMost)])
    if (!fields.has(name)) fields.set(name, message)
  return invalidFields(Object.fromEntries(fields), unknown.length > 0 ? 'unknown_field' : undefined)
}

/** The message for a field that an input does not have. */
export const unknownField = "This field isn't recognised."

const Refusal = z.object({
  code: z.enum(Object.keys(statusOf) as [ProblemCode, ...ProblemCode[]]),
  message: z.string(),
  fields: z.record(z.string(), z.string()),
  reason: z.string().optional(),
})

/**
 * Turns a refusal into a Problem. A response that is not ours (a proxy, a captive portal) becomes "{status}: {text}".
 */
export const problemFrom = ({ status, body, retryAfter }: Reply) => {
  const again = retryAfter === undefined ? {} : { retryAfter }
  const parsed = Refusal.safeParse(body)
  if (parsed.success) return new Problem(parsed.data.code, parsed.data.message, { ...parsed.data, ...again })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return new Problem('unavailable', `${status}: ${text?.slice(0, 200) || 'No answer'}`, again)
}
