import type { IncomingMessage } from 'node:http'

interface Pace {
  bytes: number
  /** In milliseconds. */
  time: number
  /** Called for every span that brought less, until the request is complete. */
  tooSlow: () => void
}

/** Sees to it that a request goes on arriving: at least `bytes` in every `time`. Returns how to stop. */
export function enforceMinimumRate(request: IncomingMessage, { bytes, time, tooSlow }: Pace) {
  let before = request.socket.bytesRead
  const timer = setInterval(() => {
    const arrived = request.socket.bytesRead - before
    before += arrived
    if (!request.complete && arrived < bytes) tooSlow()
  }, time)
  return () => clearInterval(timer)
}
