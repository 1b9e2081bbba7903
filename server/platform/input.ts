import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit.ts'
import { invalid } from '#contract/kit.ts'
import { Problem } from '#contract/problem.ts'
import { unknown } from './answers.ts'

type Parts = Pick<FastifyRequest, 'query' | 'body' | 'params'>

/** Path, query or body as the contract's input, or a refusal that names each field. */
export function parseInput(endpoint: Endpoint, { query, body, params }: Parts) {
  const raw = endpoint.method === 'GET' ? knownOnly(endpoint, query) : objectOf(body)
  const parsed = endpoint.input.safeDecode({ ...raw, ...(params as object) } as never)
  if (parsed.success) return parsed.data
  const problem = invalid(parsed.error)
  // An id that cannot exist is a thing that does not exist.
  const isUnknownThing = Object.keys(problem.fields).some((name) => name in (params as object))
  throw isUnknownThing ? unknown() : problem
}

// Unknown query parameters are ignored: browsers and mail readers add their own.
const knownOnly = (endpoint: Endpoint, query: unknown) => {
  const known = new Set(Object.keys(endpoint.input.shape))
  return Object.fromEntries(Object.entries(query as object).filter(([name]) => known.has(name)))
}

const objectOf = (body: unknown): object => {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  throw new Problem('invalid', 'We could not read that request.')
}
