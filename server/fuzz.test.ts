import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { statusOf } from '#contract/kit/problem.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { inputsOf } from './testing/arbitrary.ts'
import { openPortal } from './testing/portal.ts'

const portal = await openPortal()
const client = await portal.client()
const administrator = await portal.staff('administrator')

const endpoints = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries<Endpoint>(contract)
    .filter(([, { gives }]) => gives !== 'events')
    .map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)
// Few runs here, many in the bench, which sets FUZZ_RUNS.
const runs = Number(process.env['FUZZ_RUNS'] ?? 25)
// These would end the session that the other requests use.
const withoutSession = new Set(['accounts.logout', 'accounts.login', 'accounts.register'])
const codes = new Set<string>(Object.keys(statusOf))

type Person = { jar: ReadonlyMap<string, string> }

const ask = async (endpoint: Endpoint, input: unknown, person: Person | null) => {
  const values = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
  const { path, rest } = addressOf(endpoint, values as Record<string, unknown>)
  const isQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const query = isQuery ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : ''
  const headers = person ? cookieOf(person.jar) : {}
  const base = { method: endpoint.method, url: path + query, headers }
  if (isQuery) return portal.app.inject(base)
  if (endpoint.takes === 'form') return portal.app.inject({ ...base, payload: formOf(rest) })
  const payload = JSON.stringify(values === input ? rest : input)
  return portal.app.inject({ ...base, headers: { ...headers, 'content-type': 'application/json' }, payload })
}

const formOf = (fields: Record<string, unknown>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append(
    'file',
    new Blob([new Uint8Array(fc.sample(fc.uint8Array({ maxLength: 64 }), 1)[0] ?? [])]),
    'x.pdf',
  )
  return form
}

const expectHandled = async (answering: ReturnType<typeof ask>) => {
  const reply = await answering
  expect(reply.statusCode, reply.body.slice(0, 300)).toBeLessThan(500)
  expect(reply.headers['x-request-id']).toBeTruthy()
  if (reply.statusCode < 400) return
  const body = reply.json()
  expect(codes).toContain(body.code)
  expect(body.message).toMatch(/[.?!]$|password$/)
  expect(body.fields).toBeTypeOf('object')
}

test.each(endpoints)('%s answers anything without a fault', async (name, endpoint) => {
  const people = withoutSession.has(name) ? [null] : [null, client, administrator]
  const property = fc.asyncProperty(inputsOf(endpoint), fc.constantFrom(...people), (input, person) =>
    expectHandled(ask(endpoint, input, person)),
  )
  await fc.assert(property, { numRuns: runs })
})

const posts = (payload: string, type = 'application/json') =>
  portal.app.inject({ method: 'POST', url: '/api/login', headers: { 'content-type': type }, payload })

test.each([
  ['nothing', ''],
  ['half of it', '{"username":'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number too large', '{"username":1e309,"password":"x"}'],
  ['not a number', '{"username":NaN,"password":"x"}'],
  ['a prototype', '{"__proto__":{"isAdmin":true},"username":"a","password":"b"}'],
  ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}},"username":"a","password":"b"}'],
  ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
])('a body that is %s is refused as not readable', async (_, payload) => {
  const reply = await posts(payload)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ code: 'invalid' })
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test('a body of another kind is not taken', async () => {
  expect((await posts('username=a&password=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  expect((await posts('{"username":"a","password":"b"}', 'text/plain')).statusCode).toBe(415)
})

test('a change that another site asks for is refused, however it is said', async () => {
  const from = (headers: Record<string, string>) =>
    portal.app.inject({ method: 'POST', url: '/api/logout', headers: { ...headers, host: 'portal.example' } })
  const refused: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://portal.example' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://portal.example.evil' },
  ]
  for (const headers of refused) expect((await from(headers)).statusCode, JSON.stringify(headers)).toBe(403)
  const allowed: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'http://portal.example' },
  ]
  for (const headers of allowed) expect((await from(headers)).statusCode, JSON.stringify(headers)).toBe(200)
})
