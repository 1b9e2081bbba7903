import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Serializer } from './serializer.ts'

/**
 * Streams a response as server-sent events (WHATWG HTML §9.2). Ends the work behind it if the client disconnects. An
 * error before the first event is refused like any other request.
 */
export async function sendStream(events: AsyncIterable<unknown>, serialize: Serializer, reply: FastifyReply) {
  const iterator = events[Symbol.asyncIterator]()
  // Otherwise the work would never end if the client disconnected before the first event.
  let isLeft = false
  reply.raw.once('close', () => {
    isLeft = true
    void iterator.return?.()
  })
  const first = await iterator.next()
  if (isLeft || reply.raw.destroyed) {
    await iterator.return?.()
    return reply.hijack()
  }
  async function* written() {
    try {
      for (let next = first; !next.done; next = await iterator.next())
        yield `data: ${serialize(next.value)}\n\n`
    } finally {
      await iterator.return?.()
    }
  }
  return reply
    .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(written()))
}
