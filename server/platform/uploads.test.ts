import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import { auditOf, filesOf, send } from '#server/features/documents/testing/documents.ts'
import { openRaw } from '#server/process/testing/raw.ts'
import { type Client, openPortal, type Portal } from '#server/testing/portal.ts'
import { cookieOf } from './inject.ts'
import { watchPace } from './pace.ts'

const photo = await drawPhoto({ width: 400, height: 300 })

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
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc',
  ].join('\r\n')

/** An upload that has begun and does not go on. */
const openSlow = async (client: Client, at = port) => {
  const sender = await openRaw(at, begun(client))
  onTestFinished(() => void sender.leave())
  return sender
}

const stagedIn = (of: Portal) => filesOf(of).length

test('senders who hardly send keep nobody else waiting, however many they are', async () => {
  const [slow, ana] = [await portal.client(), await portal.client()]
  const before = stagedIn(portal)
  await Promise.all(Array.from({ length: 12 }, () => openSlow(slow)))
  await expect.poll(() => stagedIn(portal)).toBeGreaterThan(before)

  const began = performance.now()
  expect((await send(ana, photo, { filename: 'a.jpg' })).status).toBe(201)
  expect(performance.now() - began).toBeLessThan(5000)
})

test('who sends many files at once has them taken in turn', async () => {
  const ana = await portal.client()
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, n) => send(ana, photo, { filename: `${n}.jpg` })),
  )
  expect(all.map(({ status }) => status)).toEqual(Array(8).fill(201))
})

test('an upload whose sender goes while it waits for its turn keeps no place', async () => {
  const ana = await portal.client()
  const before = stagedIn(portal)
  const slow = await Promise.all(Array.from({ length: 6 }, () => openSlow(ana)))
  await expect.poll(() => stagedIn(portal)).toBe(before + 3)
  for (const { leave } of slow) leave()
  await expect.poll(() => stagedIn(portal)).toBe(before)
  expect((await send(ana, photo, { filename: 'a.jpg' })).status).toBe(201)
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
  expect(await auditOf(portal, ana.user.id, 'document.refused')).toMatchObject([{ reason: 'too_slow' }])
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

test('a sender is slow when a span brings too little, and not for pausing after the whole has come', async () => {
  let slow = 0
  const server = createServer((request) => {
    const stop = watchPace(request.resume(), { bytes: 1000, time: 60, tooSlow: () => (slow += 1) })
    request.once('close', stop)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const sender = await openRaw(typeof address === 'object' && address ? address.port : 0)
  sender.say('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 22000\r\n\r\n')
  for (let n = 0; n < 20; n += 1) {
    sender.say('x'.repeat(1000))
    await sleep(15)
  }
  expect(slow).toBe(0)
  await expect.poll(() => slow).toBeGreaterThan(0)
  sender.say('x'.repeat(2000))
  await sleep(80)
  const before = slow
  await sleep(200)
  expect(slow).toBe(before)
  sender.leave()
})
