import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { firm } from '#contract/firm/firm.ts'
import { portal as live } from '#contract/kit/portal.ts'
import { urlOf as addressOf } from '#contract/kit/transport.ts'
import { tasks } from '#contract/tasks.ts'
import { builtPage } from '#server/app.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { browserAt } from './testing/browser.ts'
import { startPortal, temporaryFolder } from './testing/portal-process.ts'

const portal = await startPortal({
  DATABASE_URL: urlOf(await freshDatabase()),
  PORTICO_DATA: join(temporaryFolder(), 'data'),
  PORTICO_DEMO: '1',
})
const client = browserAt(() => portal.address)
const solicitor = browserAt(() => portal.address)
beforeAll(async () => {
  await client.ask(accounts.login, { username: 'testuser', password: 'portico-demo' })
  await solicitor.ask(accounts.login, { username: 'priya', password: 'portico-demo' })
})

const whole = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
type Encoding = keyof typeof whole

interface Asking {
  accepts?: string
  as?: typeof client
  method?: string
  headers?: Record<string, string>
}

/** Sends a request without `fetch`, which would decompress the response. */
async function ask(path: string, { accepts = 'gzip, deflate, br', as, method, headers }: Asking = {}) {
  const asking = request({
    host: '127.0.0.1',
    port: portal.port,
    path,
    method: method ?? 'GET',
    headers: { 'accept-encoding': accepts, ...(as && { cookie: as.cookie() }), ...headers },
  }).end()
  const [reply] = (await once(asking, 'response')) as [IncomingMessage]
  const bytes = Buffer.concat(await reply.toArray())
  const encoding = (reply.headers['content-encoding'] ?? 'identity') as Encoding
  const isWhole = reply.statusCode === 200 && method !== 'HEAD'
  return {
    status: reply.statusCode,
    headers: reply.headers,
    size: bytes.length,
    encoding,
    body: isWhole ? whole[encoding](bytes).toString() : '',
  }
}

const built = readdirSync(join(builtPage, 'assets'))
const sizeOf = (name: string) => statSync(join(builtPage, 'assets', name)).size
const largest = (ending: string) =>
  `/assets/${built.filter((name) => name.endsWith(ending)).toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]}`
const assets = ['.js', '.css'].map(largest)

test.each(assets)('%s comes by brotli, by gzip or as it is, whichever is accepted', async (path) => {
  const source = readFileSync(join(builtPage, path), 'utf8')
  const answers = await Promise.all(
    ['gzip, deflate, br, zstd', 'gzip', 'br;q=0, gzip;q=0.5', 'zstd', '', 'identity'].map((accepts) =>
      ask(path, { accepts }),
    ),
  )
  expect(answers.map(({ encoding }) => encoding)).toEqual([
    'br',
    'gzip',
    'gzip',
    'identity',
    'identity',
    'identity',
  ])
  for (const { body, headers } of answers) {
    expect(body).toBe(source)
    expect(headers).toMatchObject({
      vary: expect.stringMatching(/accept-encoding/i),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': answers[0]?.headers['content-type'],
    })
  }
  const [br, gzip, , plain] = answers
  expect(br?.size).toBeLessThan(gzip?.size ?? 0)
  expect(gzip?.size).toBeLessThan((plain?.size ?? 0) / 2)
  expect(new Set([br, gzip, plain].map((answer) => answer?.headers.etag)).size).toBe(3)
})

test('HEAD and a range speak of the bytes that are sent', async () => {
  const [path = ''] = assets
  const { size } = await ask(path)
  const head = await ask(path, { method: 'HEAD' })
  expect(head).toMatchObject({ size: 0, encoding: 'br', headers: { 'content-length': String(size) } })
  const part = await ask(path, { headers: { range: 'bytes=10-19' } })
  expect(part).toMatchObject({ status: 206, size: 10, encoding: 'br' })
  expect(part.headers['content-range']).toBe(`bytes 10-19/${size}`)
})

test('what was compressed beforehand has no address of its own, and pictures and fonts stay as they are', async () => {
  for (const path of assets)
    for (const ending of ['.br', '.gz']) expect((await ask(path + ending)).status).toBe(404)
  expect(await ask(largest('.woff2'))).toMatchObject({ status: 200, encoding: 'identity' })
})

test('pages and the answers of the API above 1 kB are compressed, small ones are not', async () => {
  const list = await ask(tasks.list.path, { as: client })
  expect(list).toMatchObject({ status: 200, encoding: 'br', headers: { vary: 'accept-encoding' } })
  expect(list.headers['content-length']).toBe(String(list.size))
  expect(JSON.parse(list.body)).toHaveLength(9)
  expect((await ask(tasks.list.path, { as: client, accepts: 'gzip' })).encoding).toBe('gzip')
  expect((await ask(tasks.list.path, { as: client, accepts: '' })).encoding).toBe('identity')
  const head = await ask(tasks.list.path, { as: client, method: 'HEAD' })
  expect(head.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(list.size) })
  expect((await ask('/auth')).encoding).toBe('br')
  expect((await ask('/api/openapi.json')).encoding).toBe('br')
  expect(await ask(accounts.current.path, { as: client })).toMatchObject({
    status: 200,
    encoding: 'identity',
  })
})

test('no length tells of what a person may read: not to another site, and not of what strangers wrote', async () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site' }
  const led = await ask(tasks.list.path, { as: client, headers: elsewhere })
  expect(led).toMatchObject({ status: 200, encoding: 'identity' })
  const ours = await ask(tasks.list.path, { as: client, headers: { 'sec-fetch-site': 'same-origin' } })
  expect(ours.encoding).toBe('br')
  const clients = await ask(firm.clients.path, { as: solicitor })
  expect(clients).toMatchObject({ status: 200, encoding: 'identity' })
  expect(clients.size).toBeGreaterThan(1024)
})

test('files are sent as they are, and so is what is told live', async () => {
  const [document] = await client.ask(documents.list, {})
  if (!document) throw new Error('The demo client has no document.')
  const path = addressOf(documents.download, { id: document.id })
  expect(await ask(path, { as: client })).toMatchObject({ status: 200, encoding: 'identity' })
  const stream = await fetch(portal.address + live.events.path, { headers: { cookie: client.cookie() } })
  expect(stream.headers.get('content-encoding')).toBeNull()
  await stream.body?.cancel()
})
