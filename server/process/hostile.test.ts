import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'
import { openRaw } from './testing/raw.ts'

const folder = temporaryFolder()
const start = async (name: string, limit: 'on' | 'off') =>
  startOpened({
    DATABASE_URL: urlOf(await freshDatabase()),
    PORTICO_DATA: join(folder, name),
    PORTICO_DEMO: '0',
    PORTICO_RATE_LIMIT: limit,
  })
const [portal, limited] = await Promise.all([start('open', 'off'), start('limited', 'on')])
const address = () => portal.address
const client = await newClientAt(address)

// These connections begin now, and are checked after everything else has been tried.
const lingering = await Promise.all(
  ['', 'GET / HTT', 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: '].map((words) => openRaw(portal.port, words)),
)

const head = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const smuggled = 'GET /api/firm HTTP/1.1\r\nhost: x\r\n\r\n'
const malformed: [what: string, words: string, status: number][] = [
  [
    'two ways to tell its length',
    `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    400,
  ],
  ['two lengths', `${head}content-length: 2\r\ncontent-length: 60\r\n\r\n{}${smuggled}`, 400],
  ['lines that end early', `GET /api/firm HTTP/1.1\nhost: x\n\n${smuggled}`, 400],
  ['a length that is no number', `${head}content-length: +2\r\n\r\n{}${smuggled}`, 400],
  ['an encoding hidden by a space', `${head}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`, 400],
  ['a chunk that lies', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n${smuggled}`, 400],
  ['no host', 'GET /api/firm HTTP/1.1\r\n\r\n', 400],
  ['a header of 17 KB', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(17 * 1024)}\r\n\r\n`, 431],
  // Few enough to arrive at once: whoever is still sending when the connection closes may not hear the answer.
  ['3,000 headers', `GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(3000)}\r\n`, 431],
  ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['no protocol at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
]

test.each(malformed)('a request with %s is refused, and its connection closed', async (_, words, status) => {
  const { heard, closed } = await openRaw(portal.port, words)
  await closed
  expect(heard()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(heard()).toContain('x-request-id: ')
  // The hidden request was not taken for a request of its own.
  expect(heard().match(/HTTP\/1.1 \d/g)).toHaveLength(1)
  expect((await client.fetch('/api/user')).status).toBe(200)
})

test('an expectation that nobody knows is passed over', async () => {
  const { heard, closed } = await openRaw(
    portal.port,
    'GET /api/firm HTTP/1.1\r\nhost: x\r\nexpect: a miracle\r\nconnection: close\r\n\r\n',
  )
  await closed
  expect(heard()).toMatch(/^HTTP\/1.1 200 /)
  expect(heard()).toContain('x-request-id: ')
})

test('an upgrade to another protocol is not taken up', async () => {
  const upgrade = 'upgrade: h2c\r\nconnection: upgrade, http2-settings, close\r\nhttp2-settings: AAMAAABkAAQ'
  const { heard, closed } = await openRaw(
    portal.port,
    `GET /api/firm HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n\r\n`,
  )
  await closed
  expect(heard()).toMatch(/^HTTP\/1.1 200 /)
})

test('a sender who leaves in the middle of a file is no fault of ours, and is not logged as one', async () => {
  const form = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 500000'
  const begun = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7'
  const sender = await openRaw(
    portal.port,
    `POST /api/documents/upload HTTP/1.1\r\nhost: x\r\ncookie: ${client.cookie()}\r\n${form}\r\n\r\n${begun}`,
  )
  const staged = () => readdirSync(join(folder, 'open', 'files', 'staged'))
  await expect.poll(staged).toHaveLength(1)
  sender.leave()
  await expect.poll(staged).toHaveLength(0)
  expect((await client.fetch('/api/user')).status).toBe(200)
  expect(portal.log()).not.toContain('a request failed')
})

test('another site can change nothing', async () => {
  const client = await newClientAt(address)
  const attempts: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${portal.port + 1}` },
  ]
  for (const headers of attempts) {
    const reply = await client.fetch(accounts.logout.path, { method: 'POST', headers })
    expect(reply.status).toBe(403)
    expect(await reply.json()).toMatchObject({ code: 'forbidden', reason: 'other_site' })
  }
  const types = ['text/plain', 'application/x-www-form-urlencoded']
  for (const type of types) {
    const input = {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"username":"a","password":"b"}',
    }
    expect((await client.fetch(accounts.login.path, input)).status).toBe(415)
  }
  const overridden = { headers: { 'x-http-method-override': 'POST', 'x-method-override': 'POST' } }
  expect((await client.fetch(accounts.logout.path, overridden)).status).toBe(404)
  expect((await client.fetch('/api/user')).status).toBe(200)
  const own = { method: 'POST', headers: { origin: portal.address } }
  expect((await client.fetch(accounts.logout.path, own)).status).toBe(200)
})

const attempt = (at: string, username: string, headers: Record<string, string> = {}) =>
  fetch(at + accounts.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username, password: 'not this one' }),
  })

test('a thousand sign-ins at once are worked off or put off, and everybody else is answered meanwhile', async () => {
  const attempts = Promise.all(
    Array.from({ length: 1000 }, async () => attempt(portal.address, client.user.username)),
  )
  let answered = 0
  let isOver = false
  void attempts.finally(() => {
    isOver = true
  })
  while (!isOver) {
    expect((await client.fetch('/api/tasks')).status).toBe(200)
    answered += 1
  }
  const answers = await attempts
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  // If all arrive at once, two are hashed and sixty wait. The others are told when to try again.
  expect(count(401)).toBeGreaterThanOrEqual(62)
  expect(count(503)).toBeGreaterThan(500)
  expect(count(401) + count(503)).toBe(1000)
  const putOff = answers.filter(({ status }) => status === 503)
  // Two seconds if the hashing is full, five if the database is.
  const waits = new Set(putOff.map(({ headers }) => headers.get('retry-after') ?? 'none is told'))
  expect(['2', '5']).toEqual(expect.arrayContaining([...waits]))
  // Otherwise the others would have got no answer until all attempts were done.
  expect(answered).toBeGreaterThan(3)
})

test('an address that is made up for each attempt does not help against the limits', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 62; n += 1) {
    const made = {
      'x-forwarded-for': `203.0.113.${n}`,
      forwarded: `for=203.0.113.${n}`,
      'x-real-ip': `10.0.0.${n}`,
    }
    statuses.push((await attempt(limited.address, `somebody-${n}`, made)).status)
  }
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([401]))
  expect(statuses.slice(60)).toEqual([429, 429])
})

test('two thousand idle connections cost nobody else an answer', async () => {
  const crowd = await Promise.all(Array.from({ length: 2000 }, () => openRaw(portal.port)))
  for (let n = 0; n < 20; n += 1) expect((await client.fetch('/api/tasks')).status).toBe(200)
  for (const { leave } of crowd) leave()
})

test('whoever never finishes a request is not waited for', async () => {
  for (const { heard, closed } of lingering) {
    await closed
    expect(heard()).toMatch(/^(HTTP\/1.1 408 |$)/)
  }
  expect((await client.fetch('/api/health')).status).toBe(200)
})
