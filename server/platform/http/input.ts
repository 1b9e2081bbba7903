import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { safeDecode } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { invalid, notKnown } from '#contract/kit/transport.ts'
import { unknown } from './responses.ts'

type Parts = Pick<FastifyRequest, 'query' | 'body' | 'params'>

/** Path, query or body as the contract's input, or a refusal that names each field. */
export function parseInput(endpoint: Endpoint, { query, body, params }: Parts) {
  const inPath = (name: string) => Object.hasOwn(params as object, name)
  const raw = endpoint.method === 'GET' ? knownOnly(endpoint, query) : objectOf(body)
  if (endpoint.method !== 'GET') refuseTwice(Object.keys(raw).filter(inPath))
  const parsed = safeDecode(endpoint.input, { ...raw, ...(params as object) })
  if (parsed.success) return parsed.data
  const problem = invalid(parsed.error)
  // An id that cannot exist is a thing that does not exist.
  const isUnknownThing = Object.keys(problem.fields).some(inPath)
  throw isUnknownThing ? unknown() : problem
}

/** What stands in the path decides: a body that says it too could only contradict it. */
const refuseTwice = (names: string[]) => {
  if (names.length === 0) return
  const fields = Object.fromEntries(names.map((name) => [name, notKnown]))
  throw new Problem('invalid', 'Please check the highlighted fields.', { fields, reason: 'unknown_field' })
}

// Unknown query parameters are ignored: browsers and mail readers add their own.
const knownOnly = (endpoint: Endpoint, query: unknown) => {
  const known = new Set(Object.keys(endpoint.input.shape))
  return Object.fromEntries(Object.entries(query as object).filter(([name]) => known.has(name)))
}

const objectOf = (body: unknown): object => {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  throw new Problem('invalid', "We couldn't read that request.")
}
