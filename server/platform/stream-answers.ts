import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends one answer bit by bit, as server-sent events (WHATWG HTML §9.2). Who goes away ends the work behind it,
 * and what goes wrong before the first event is refused like any other question.
 */
export async function sendStream(
  events: AsyncIterable<unknown>,
  encode: (event: unknown) => string,
  reply: FastifyReply,
) {
  const asked = events[Symbol.asyncIterator]()
  const first = await asked.next()
  async function* written() {
    try {
      for (let next = first; !next.done; next = await asked.next()) yield `data: ${encode(next.value)}\n\n`
    } finally {
      await asked.return?.()
    }
  }
  return reply
    .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(written()))
}
