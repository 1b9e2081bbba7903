import type { IncomingMessage } from 'node:http'

/**
 * For the moment after an answer that did not wait for the whole body: reads on and forgets what still
 * comes, since a browser reads no answer before it has sent everything. The connection is closed after
 * `bytes` more, or `time` milliseconds; left alone it would stay open, stuck, for as long as its sender likes.
 */
export function discardBody(request: IncomingMessage, { bytes, time }: { bytes: number; time: number }) {
  if (request.complete || request.destroyed) return
  let left = bytes
  const timer = setTimeout(() => request.destroy(), time)
  request.once('close', () => clearTimeout(timer))
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}
