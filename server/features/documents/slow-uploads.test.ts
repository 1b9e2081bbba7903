import { expect, onTestFinished, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { tooHardToOpen } from '#inspector/refusals.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { openRaw } from '#server/process/testing/raw.ts'
import { inspectorWithLongTimeout } from '#server/testing/inspector-with-long-timeout.ts'
import { type Client, openPortal, type Portal } from '#server/testing/portal.ts'
import { auditOf, filesOf, plainPage, send } from './testing/documents.ts'

const open = async (options: Parameters<typeof openPortal>[0] = {}) => {
  const portal = await openPortal(options)
  return { portal, port: Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port) }
}
const { portal, port } = await open()

const begun = ({ jar }: Client) =>
  [
    `POST ${documents.upload.path} HTTP/1.1`,
    'host: x',
    `cookie: ${cookieOf(jar).cookie}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 5000000',
    '',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nabc',
  ].join('\r\n')

/** Begins an upload that does not go on. */
const openSlow = async (client: Client, at = port) => {
  const sender = await openRaw(at, begun(client))
  onTestFinished(() => void sender.leave())
  return sender
}

const stagedIn = (of: Portal) => filesOf(of).length

test('senders who hardly send keep nobody else waiting, however many they are', async () => {
  const [slow, ana] = [await portal.client(), await portal.client()]
  const before = stagedIn(portal)
  const senders = await Promise.all(Array.from({ length: 12 }, () => openSlow(slow)))
  await expect.poll(() => stagedIn(portal)).toBeGreaterThan(before)

  expect((await send(ana, plainPage, { filename: 'a.pdf' })).status).toBe(201)
  // Her upload is staged beside those that the earlier senders have not finished.
  expect(stagedIn(portal)).toBeGreaterThan(before + 1)
  for (const { leave } of senders) leave()
  await expect.poll(() => stagedIn(portal)).toBe(before + 1)
})

test('a file whose sender has signed out while it was on its way is refused, and not kept', async () => {
  const ana = await portal.client()
  const file =
    '--b\r\ncontent-disposition: form-data; name="documentType"\r\n\r\nA letter\r\n' +
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
  const bytes = Buffer.concat([Buffer.from(file), plainPage, Buffer.from('\r\n--b--\r\n')])
  const before = stagedIn(portal)
  const head = begun(ana).split('\r\n\r\n')[0]?.replace('5000000', String(bytes.length))
  const sender = await openRaw(port, `${head}\r\n\r\n`)
  sender.say(bytes.subarray(0, 400))
  await expect.poll(() => stagedIn(portal)).toBeGreaterThan(before)
  await ana.ask(accounts.logout, {})
  sender.say(bytes.subarray(400))
  await expect.poll(sender.heard).toMatch(/^HTTP\/1\.1 401 /)
  const { rows } = await portal.pool.query('select from documents where client_id = $1', [ana.user.id])
  expect(rows).toEqual([])
})

test('who sends many files at once has them taken in turn', async () => {
  const ana = await portal.client()
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, n) => send(ana, plainPage, { filename: `${n}.pdf` })),
  )
  expect(all.map(({ status }) => status)).toEqual(Array(8).fill(201))
})

test('files that take long to open keep nobody else from having theirs opened', async () => {
  const inspector = inspectorWithLongTimeout()
  const { promise, resolve } = Promise.withResolvers<void>()
  let opening = 0
  const accept: typeof inspector.accept = async (bytes, facts) => {
    if (facts.filename === 'slow.pdf') {
      opening += 1
      await promise
    }
    return inspector.accept(bytes, facts)
  }
  const { portal: other } = await open({ ports: { inspector: { ...inspector, accept } } })
  const [ben, ...many] = await Promise.all(Array.from({ length: 4 }, () => other.client()))
  const slow = many.flatMap((client) =>
    Array.from({ length: 3 }, () => send(client, plainPage, { filename: 'slow.pdf' })),
  )
  await expect.poll(() => opening).toBe(3)
  expect((await send(ben as Client, plainPage, { filename: 'a.pdf' })).status).toBe(201)
  resolve()
  for (const { status } of await Promise.all(slow)) expect(status).toBe(201)
})

test('files that cannot be opened in time count like ten of those that can', async () => {
  const inspector = inspectorWithLongTimeout()
  const accept = () => Promise.reject(tooHardToOpen())
  const { portal: limited } = await open({
    isRateLimited: true,
    ports: { inspector: { ...inspector, accept } },
  })
  const ana = await limited.client()
  for (let n = 0; n < 12; n += 1)
    expect(await send(ana, plainPage)).toMatchObject({ status: 422, body: { reason: 'too_complex' } })
  expect((await send(ana, plainPage)).status).toBe(429)
})

test('an upload whose sender goes while it waits for its turn keeps no place', async () => {
  const ana = await portal.client()
  const before = stagedIn(portal)
  const slow = await Promise.all(Array.from({ length: 6 }, () => openSlow(ana)))
  await expect.poll(() => stagedIn(portal)).toBe(before + 3)
  for (const { leave } of slow) leave()
  await expect.poll(() => stagedIn(portal)).toBe(before)
  expect((await send(ana, plainPage, { filename: 'a.pdf' })).status).toBe(201)
})

test('an upload that is hardly sent is ended with 408, and leaves nothing but a line in the trail', async () => {
  const ana = await portal.client()
  const before = stagedIn(portal)
  const { heard, closed } = await openSlow(ana)
  await expect.poll(() => stagedIn(portal)).toBe(before + 1)
  await closed
  expect(heard()).toMatch(/^HTTP\/1.1 408 .*\r\nconnection: close\r\n/is)
  expect(heard()).toMatch(/\r\nx-request-id: \S+\r\n/)
  expect(JSON.parse(heard().split('\r\n\r\n')[1] ?? '')).toMatchObject({
    code: 'invalid',
    reason: 'too_slow',
  })
  await expect.poll(() => stagedIn(portal)).toBe(before)
  // It is recorded once the connection is closed.
  await expect
    .poll(() => auditOf(portal, ana.user.id, 'document.refused'))
    .toMatchObject([{ reason: 'too_slow' }])
})

test('too many uploads are refused before their files are received, and fill no trail', async () => {
  const limited = await open({ isRateLimited: true })
  const ana = await limited.portal.client()
  for (let n = 0; n < 120; n += 1)
    expect((await ana.send('POST', documents.upload.path, {}, {})).status).toBe(415)
  const { heard } = await openSlow(ana, limited.port)
  await expect.poll(heard).toMatch(/^HTTP\/1.1 429 .*\r\nretry-after: \d+\r\n/is)
  expect(stagedIn(limited.portal)).toBe(0)
  expect(await auditOf(limited.portal, ana.user.id, 'document.refused')).toHaveLength(120)
})
