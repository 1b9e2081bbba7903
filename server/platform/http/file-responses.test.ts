import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { endWithSession, sendFile } from './file-responses.ts'

const [chunk, chunks] = [Buffer.alloc(1024 * 1024), 64]

test('a running download breaks off once its session has ended, and goes on until then', async () => {
  let isOpen = true
  const app = fastify()
  onTestFinished(() => app.close())
  const ended: string[] = []
  app.get('/file', (request, reply) => {
    reply.raw.on('close', () => ended.push(reply.raw.writableFinished ? 'whole' : 'broken off'))
    endWithSession(reply, async () => isOpen)
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
  let whole = 0
  for await (const part of await ask()) whole += (part as Buffer).length
  expect(whole).toBe(chunk.length * chunks)
  expect(ended).toEqual(['whole'])

  // A reader who takes nothing more keeps the download running.
  const slow = await ask()
  slow.pause()
  isOpen = false
  await expect.poll(() => ended.at(-1)).toBe('broken off')
  slow.destroy()
})
