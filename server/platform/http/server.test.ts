import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { tasks } from '#contract/tasks.ts'
import { openRaw } from '#server/process/testing/raw.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const ana = await portal.client()

const post = (url: string, payload: string) =>
  portal.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    cookies: Object.fromEntries(ana.jar),
    payload,
  })
const signIn = (payload: string) => post(accounts.login.path, payload)

test('a body of very many fields is refused without a long look at it', async () => {
  const names = Array.from({ length: 180_000 }, (_, n) => `"f${n}":1`)
  const body = `{${names.join(',')}}`
  const began = performance.now()
  const reply = await signIn(body)
  // Checking them one by one would take minutes.
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(reply.json()).toMatchObject({ code: 'invalid' })
  expect(reply.body.length).toBeLessThan(500)
})

test('of many unknown fields, twenty are named, and none at length', async () => {
  const names = Array.from({ length: 300 }, (_, n) => `"${'f'.repeat(2000)}${n}":1`)
  const reply = await signIn(`{"username":"a","password":"b","one":1,${names.join(',')}}`)
  expect(reply.json()).toMatchObject({ code: 'invalid', reason: 'unknown_field' })
  expect(reply.json().fields.one).toBe("This field isn't recognised.")
  expect(Object.keys(reply.json().fields).length).toBeLessThanOrEqual(20)
  expect(reply.body.length).toBeLessThan(4000)
})

test('a password of a megabyte is refused by its field, long before it would be hashed', async () => {
  const began = performance.now()
  const reply = await post(
    accounts.register.path,
    JSON.stringify({ password: ':"\\'.repeat(300_000), confirmPassword: '' }),
  )
  // Estimating its strength would take minutes.
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().fields.password).toBeTruthy()
})

test.each([
  ['twice in a row', '{"username":"a","password":"b","username":"c"}'],
  ['once in other letters', '{"username":"a","password":"b","\\u0075sername":"c"}'],
  ['twice deeper down', '{"username":"a","password":{"b":[{"c":1,"c":2}]}}'],
])('a body that names a field %s is refused', async (_, body) => {
  const reply = await signIn(body)
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid'])
  expect(reply.json().message).toContain('read')
})

test('quotation marks and colons in a value are not taken for names', async () => {
  const reply = await signIn(JSON.stringify({ username: '"a":1,"a":2\\', password: '\\"b\\":\\\\"' }))
  expect(reply.statusCode).toBe(401)
})

test('a command that takes nothing may say so by an empty body', async () => {
  expect((await post('/api/notifications/read', '')).statusCode).toBe(200)
  expect((await post('/api/notifications/read', '{}')).statusCode).toBe(200)
})

test('what stands in the path cannot stand in the body as well', async () => {
  const [task] = await ana.ask(tasks.list, {})
  const reply = await post(`/api/tasks/${task?.id}/complete`, JSON.stringify({ id: 'x', formData: {} }))
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ reason: 'unknown_field', fields: { id: expect.any(String) } })
})

test('a word of the language in a body is an unknown field, and not a thing that was not found', async () => {
  const [task] = await ana.ask(tasks.list, {})
  const reply = await post(`/api/tasks/${task?.id}/complete`, '{"constructor":1,"formData":{}}')
  expect([reply.statusCode, reply.json().reason]).toEqual([400, 'unknown_field'])
})

test.each([
  ['no request at all', 'What is this?\r\n\r\n', 400],
  ['a head without an end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('%s is answered in the shape of every refusal, and its connection closed', async (_, words, status) => {
  const { port } = new URL(await listening)
  const { heard, closed } = await openRaw(Number(port), words)
  await closed
  const [head = '', body = ''] = heard().split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toMatch(/\r\nx-request-id: [\w-]{36}\r\n/)
  expect(head).toMatch(/\r\nconnection: close/)
  expect(JSON.parse(body)).toEqual({ code: 'invalid', message: expect.stringMatching(/\.$/), fields: {} })
})
test.each([
  ['two', 'host: portal.example\r\nHOST: evil.example\r\n'],
  ['two alike', 'host: portal.example\r\nhost: portal.example\r\n'],
  ['no', ''],
])('a request with %s Host headers is refused, and its connection closed', async (_, hosts) => {
  const { port } = new URL(await listening)
  const { heard, closed } = await openRaw(Number(port), `GET /api/health HTTP/1.1\r\n${hosts}\r\n`)
  await closed
  const [head = '', body = ''] = heard().split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 400 /)
  expect(head).toMatch(/\r\nconnection: close/)
  expect(JSON.parse(body)).toMatchObject({ code: 'invalid', fields: {} })
})

const listening = portal.app.listen({ port: 0, host: '127.0.0.1' })

test('a form is taken only where a file is asked for: elsewhere nothing is done', async () => {
  const payload = new FormData()
  payload.set('firstName', 'Eve')
  for (const [method, url] of [
    ['POST', accounts.logout.path],
    ['PUT', accounts.saveProfile.path],
    ['DELETE', accounts.endOtherSessions.path],
  ] as const) {
    const cookies = Object.fromEntries(ana.jar)
    const reply = await portal.app.inject({ method, url, cookies, payload })
    expect(reply.statusCode).toBe(415)
    expect(reply.json()).toMatchObject({ code: 'unsupported' })
  }
  expect(await ana.ask(accounts.current, {})).toMatchObject({ id: ana.user.id })
})
