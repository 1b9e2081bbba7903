import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { endOnceRefused, sendFile } from './file-responses.ts'

const [chunk, chunks] = [Buffer.alloc(1024 * 1024), 64]

test('a running download breaks off once whoever started it would be refused, and goes on until then', async () => {
  let [isAdmitted, timesChecked] = [true, 0]
  const app = fastify()
  onTestFinished(() => app.close())
  const ended: string[] = []
  app.get('/file', (request, reply) => {
    reply.raw.on('close', () => ended.push(reply.raw.writableFinished ? 'whole' : 'broken off'))
    endOnceRefused(reply, async () => {
      timesChecked += 1
      return isAdmitted
    })
    const open = async () => Readable.from(Array.from({ length: chunks }, () => chunk))
    const file = { filename: 'a.bin', type: 'application/octet-stream', tag: 'a', isAttachment: true }
    return sendFile({ ...file, size: chunk.length * chunks, open }, request, { reply, isKept: false })
  })
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const ask = async () => {
    const [reply] = (await once(get(`http://localhost:${port}/file`), 'response')) as [IncomingMessage]
    return reply
  }
  // Held until the session has been asked about, and found open.
  const held = await ask()
  held.pause()
  await expect.poll(() => timesChecked).toBeGreaterThan(0)
  let whole = 0
  for await (const part of held) whole += (part as Buffer).length
  expect(whole).toBe(chunk.length * chunks)
  // The reader has the last byte a moment before the server sees the connection closed.
  await expect.poll(() => ended).toEqual(['whole'])

  // A reader who takes nothing more keeps the download running.
  const slow = await ask()
  slow.pause()
  isAdmitted = false
  await expect.poll(() => ended.at(-1)).toBe('broken off')
  slow.destroy()
})

test('whoever left while a file was prepared leaves nothing that goes on asking', async () => {
  let timesChecked = 0
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
  const { promise: prepared, resolve: prepare } = Promise.withResolvers<void>()
  const app = fastify()
  onTestFinished(() => app.close())
  app.get('/file', async (_, reply) => {
    reply.raw.on('close', () => leave())
    sender.destroy()
    await gone
    endOnceRefused(reply, async () => {
      timesChecked += 1
      return true
    })
    prepare()
    return reply
  })
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sender = get(`http://localhost:${port}/file`).on('error', () => {})
  await prepared
  // A second download that is asked about shows that the first would have been.
  const probe = fastify()
  onTestFinished(() => probe.close())
  let timesProbed = 0
  probe.get('/', (_, reply) => {
    endOnceRefused(reply, async () => {
      timesProbed += 1
      return true
    })
    reply.hijack()
  })
  await probe.listen({ port: 0 })
  const { port: probePort } = probe.server.address() as AddressInfo
  const waiting = get(`http://localhost:${probePort}/`).on('error', () => {})
  await expect.poll(() => timesProbed).toBeGreaterThan(0)
  expect(timesChecked).toBe(0)
  waiting.destroy()
})
