import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Topic } from '#contract/kit/portal.ts'
import { openStream } from './live-updates.ts'

/** A stream over a real connection whose other end reads only what the test reads. */
async function newStream() {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const page = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  onTestFinished(() => void page.destroy())
  page.on('error', () => {}).write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { raw, page, stream: openStream(raw) }
}

const topics: Topic[] = ['user', 'tasks', 'documents', 'payments', 'activities', 'notifications', 'identity']
const event = { type: 'changed' as const, topics }

test('a page that reads nothing of what it is told is let go before much of it waits', async () => {
  const { raw, stream } = await newStream()
  let waiting = 0
  for (let count = 0; count < 1_000_000 && !raw.destroyed; count += 1) {
    stream.send(event)
    waiting = Math.max(waiting, raw.writableLength)
    if (count % 100 === 0) await nextTurn()
  }
  expect(raw.destroyed).toBe(true)
  expect(waiting).toBeLessThan(70_000)
})

test('what is told to a stream that has ended, or to a page that has gone, is dropped', async () => {
  const { raw, page, stream } = await newStream()
  stream.end()
  stream.send(event)
  stream.invalidate(['tasks'])
  stream.beat()
  stream.end()
  page.destroy()
  await once(raw, 'close')
  stream.send(event)
  await nextTurn()
  stream.beat()
  expect(raw.errored).toBeNull()
})
