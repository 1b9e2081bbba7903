import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { minutes, seconds } from '../time/durations.ts'
import { openLingeringClose } from './lingering-close.ts'

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

/** A server that says no to everybody, and how to connect to it. */
async function listen(limits: Parameters<typeof openLingeringClose>[0], lastWords = 'no') {
  const close = openLingeringClose(limits)
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    close(socket, lastWords)
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const errors: Error[] = []
    socket.on('error', (error) => errors.push(error))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const [answer] = await once(socket, 'data')
    return { socket, errors, closed, answer: String(answer) }
  }
}

const send = (socket: Socket, text: string) => new Promise((sent) => socket.write(text, sent))

const generous = { connections: 10, bytes: 1024 * 1024, time: minutes(10) }

test('a sender who is still sending reads the answer, and may finish', async () => {
  const open = await listen(generous)
  const { socket, errors, closed, answer } = await open()
  for (let n = 0; n < 32; n += 1) await send(socket, 'a'.repeat(4096))
  socket.end()
  await closed
  expect([answer, errors]).toEqual(['no', []])
})

test('a sender who sends without end is cut off', async () => {
  const open = await listen({ ...generous, bytes: 64 * 1024 })
  const { socket, errors, closed } = await open()
  while (!socket.destroyed) await send(socket, 'a'.repeat(16 * 1024))
  await closed
  expect(errors.length).toBeGreaterThan(0)
})

test('a sender who neither sends nor leaves is cut off', async () => {
  const open = await listen({ ...generous, time: seconds(1) })
  const { socket, errors, closed } = await open()
  // Once the other side is gone, whatever is sent is refused.
  const tried = setInterval(() => socket.write('a'), 50)
  await closed
  clearInterval(tried)
  expect(errors).toHaveLength(1)
})

test('beyond the number that may linger, a connection is answered and closed at once', async () => {
  const open = await listen({ ...generous, connections: 2 })
  const lingering = [await open(), await open()]
  const third = await open()
  expect(third.answer).toBe('no')
  while (!third.socket.destroyed) await send(third.socket, 'a')
  for (const { socket, errors, closed } of lingering) {
    await send(socket, 'a')
    socket.end()
    await closed
    expect(errors).toEqual([])
  }
})

test('beyond that number, whoever does not read the answer is cut off in time as well', async () => {
  const open = await listen({ ...generous, connections: 0, time: seconds(1) }, 'no'.repeat(8 * 1024 * 1024))
  const { socket, errors, closed } = await open()
  socket.pause()
  // Once the other side is gone, whatever is sent is refused.
  const tried = setInterval(() => socket.write('a'), 50)
  await closed
  clearInterval(tried)
  expect(errors).toHaveLength(1)
})
