import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { keyPrefix } from '#contract/api-keys.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { openDatabase } from '../db/database.ts'
import { openLog } from '../diagnostics/log.ts'
import { openHttp } from './server.ts'

/** A server that answers every request with the same fault, and what its log says about it. */
async function answering(fault: () => unknown, url = '/') {
  const lines: string[] = []
  const destination = new Writable({
    write: (line, _, done) => {
      lines.push(String(line))
      done()
    },
  })
  const app = await openHttp({ log: openLog(destination), proxies: 0, origin: null, isSecure: false })
  onTestFinished(() => app.close())
  app.get('/', fault)
  const reply = await app.inject({ url })
  return { reply, logged: lines.map((line) => JSON.parse(line)) }
}

test('records that cannot be reached are a passing state, and the log says why', async () => {
  const nowhere = { ...(await freshDatabase()), host: join('/', 'nowhere') }
  const database = openDatabase(nowhere, { log: openLog() })
  const { reply, logged } = await answering(() => database.db.transaction(async () => {}))
  expect(reply.json()).toMatchObject({ code: 'unavailable' })
  expect(reply.json().message).toContain('records')
  expect(logged).toMatchObject([{ level: 40, status: 503, cause: expect.stringContaining('ENOENT') }])
  await database.close()
})

test('a query that cannot be sent is a passing state too, and the log does not hold its values', async () => {
  const nowhere = { ...(await freshDatabase()), host: join('/', 'nowhere') }
  const database = openDatabase(nowhere, { log: openLog() })
  const { reply, logged } = await answering(() => database.db.execute(sql`select ${'a secret'}`))
  expect(reply.json()).toMatchObject({ code: 'unavailable' })
  expect(JSON.stringify(logged)).not.toContain('a secret')
  await database.close()
})

test('a file of our own that is missing is a fault, and not taken for missing records', async () => {
  const { reply, logged } = await answering(() => readFile(join('/', 'nowhere', 'receipt.ttf')))
  expect(reply.json()).toMatchObject({ code: 'internal' })
  expect(reply.body).not.toContain('nowhere')
  expect(logged).toMatchObject([{ level: 50, err: { message: expect.stringContaining('ENOENT') } }])
})

test('an API key that somebody wrote into an address is not logged', async () => {
  const key = `${keyPrefix}${'k'.repeat(43)}`
  const { logged } = await answering(() => {
    throw new Error('no')
  }, `/?api_key=${key}&since=2026`)
  expect(logged).toMatchObject([{ level: 50, url: '/?api_key=(hidden)&since=2026' }])
})

test.each(['22003', '22007', '22008'])(
  'a number or a time that the database cannot hold (%s) is a fault of the request',
  async (code) => {
    const words = 'value "19900417" is out of range'
    const cause = Object.assign(new Error(words), { code, severity: 'ERROR' })
    const { reply, logged } = await answering(() => {
      throw new Error('Failed query: select $1 + 1\nparams: 19900417', { cause })
    })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid'])
    // It may be a fault of our own. The value may be a client's.
    const line = { level: 40, url: '/', msg: 'a value was out of range' }
    expect(logged).toMatchObject([{ ...line, cause: `${code} Failed query: select $1 + 1` }])
    expect(JSON.stringify(logged)).not.toContain('19900417')
  },
)

test.each([404, 413])('a refusal with %s is not worth a line', async (statusCode) => {
  const { logged } = await answering(() => {
    throw Object.assign(new Error('no'), { statusCode })
  })
  expect(logged).toEqual([])
})
