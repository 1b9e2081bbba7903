import { once } from 'node:events'
import { request } from 'node:http'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Problem } from '#contract/kit/problem.ts'
import { statusOf } from '#contract/kit/problem.ts'
import { discardBody } from '../http/server.ts'
import { seconds } from '../time/durations.ts'
import { newStore, randomFile, sha256 } from './testing.ts'

const limit = 1024 * 1024

/** A server that handles an upload as the portal does, over a real connection. */
async function newServer() {
  const store = await newStore()
  const outcomes: (Problem | null)[] = []
  const app = Fastify({ bodyLimit: 10 * limit, forceCloseConnections: true })
  await app.register(multipart, { limits: { fileSize: limit + 1 } })
  app.setErrorHandler<Problem>((problem, _request, reply) => {
    outcomes.push(problem)
    return reply.code(statusOf[problem.code] ?? 500).send(JSON.stringify(problem))
  })
  app.addHook('onResponse', async ({ raw }) => discardBody(raw, { bytes: 4 * limit, time: seconds(1) }))
  app.post('/', async (incoming) => {
    const part = await incoming.file()
    const staged = await store.stage(part?.file ?? [], { limit })
    return store.keep(staged)
  })
  const address = await app.listen({ port: 0 })
  onTestFinished(() => app.close())
  return { store, outcomes, address }
}

const boundary = 'an-upload'
const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`
const foot = `\r\n--${boundary}--\r\n`
const startUpload = (address: string) => {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const sending = request(address, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.write(head)
  return sending
}

test('an uploaded file is kept as it was sent', async () => {
  const { store, address } = await newServer()
  const file = randomFile(limit)
  const sending = startUpload(address)
  sending.end(Buffer.concat([file, Buffer.from(foot)]))
  const [answer] = await once(sending, 'response')
  const kept = JSON.parse(Buffer.concat(await answer.toArray()).toString())
  expect(kept).toMatchObject({ size: limit, sha256: sha256(file) })
  expect((await store.bytesOf(kept.key)).equals(file)).toBe(true)
})

test('an upload whose sender goes away half way leaves nothing', async () => {
  const { store, outcomes, address } = await newServer()
  const sending = startUpload(address)
  sending.write(randomFile(300_000))
  await expect.poll(store.filesLeft).toHaveLength(1)
  sending.destroy()
  await expect.poll(() => outcomes).toHaveLength(1)
  await expect.poll(store.filesLeft).toEqual([])
})

test('an upload over the limit is answered while it is still being sent, and can be sent to its end', async () => {
  const { store, address } = await newServer()
  const sending = startUpload(address)
  sending.write(randomFile(2 * limit))
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(413)
  expect(await store.filesLeft()).toEqual([])
  await new Promise((sent) => sending.write(randomFile(limit), sent))
  sending.end(foot)
  expect(JSON.parse(Buffer.concat(await answer.toArray()).toString())).toMatchObject({
    reason: 'file_too_large',
  })
})

test('an endless upload is cut off soon after its refusal', async () => {
  const { address } = await newServer()
  const sending = startUpload(address)
  const cutOff = new Promise((resolve) => sending.once('close', resolve))
  let sent = 0
  const sendOn = () => {
    if (sending.destroyed) return
    sent += 65_536
    sending.write(randomFile(65_536), () => setImmediate(sendOn))
  }
  sendOn()
  await cutOff
  expect(sent).toBeGreaterThan(4 * limit)
  expect(sent).toBeLessThan(30 * limit)
})

test('a sender that stops sending after its refusal is cut off in time', async () => {
  const { address } = await newServer()
  const sending = startUpload(address)
  const cutOff = new Promise((resolve) => sending.once('close', resolve))
  sending.write(randomFile(limit + 10))
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(413)
  await cutOff
  expect(sending.destroyed).toBe(true)
})
