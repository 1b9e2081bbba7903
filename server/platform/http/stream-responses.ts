import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Serializer } from './serializer.ts'

/**
 * Sends one answer bit by bit, as server-sent events (WHATWG HTML §9.2). Who goes away ends the work behind it,
 * and what goes wrong before the first event is refused like any other question.
 */
export async function sendStream(events: AsyncIterable<unknown>, serialize: Serializer, reply: FastifyReply) {
  const asked = events[Symbol.asyncIterator]()
  // Who left before the first words would otherwise leave the work behind them for ever half done.
  let isLeft = false
  reply.raw.once('close', () => {
    isLeft = true
    void asked.return?.()
  })
  const first = await asked.next()
  if (isLeft || reply.raw.destroyed) {
    await asked.return?.()
    return reply.hijack()
  }
  async function* written() {
    try {
      for (let next = first; !next.done; next = await asked.next()) yield `data: ${serialize(next.value)}\n\n`
    } finally {
      await asked.return?.()
    }
  }
  return reply
    .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(written()))
}
