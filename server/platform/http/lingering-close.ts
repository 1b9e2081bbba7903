import type { Socket } from 'node:net'

interface LingerLimits {
  /** How many connections may linger at once. Beyond that they are closed without waiting. */
  connections: number
  /** How much more one of them may send, in bytes. */
  bytes: number
  /** How long one of them may stay open, in milliseconds, however much it sends. */
  time: number
}

/**
 * Returns a function that sends last words and closes a connection (RFC 9112 §9.6): our half at once, the rest when the
 * sender has finished or a limit is reached. What arrives meanwhile is read and discarded. A connection that is closed
 * while its sender is still sending is reset, and the sender never reads why.
 */
export function openLingeringClose({ connections, bytes, time }: LingerLimits) {
  const lingering = new Set<Socket>()
  return (socket: Socket, lastWords: string) => {
    // What follows a request that could not be read cannot be read either, and is not answered again.
    if (lingering.has(socket)) return
    if (!socket.writable) return void socket.destroy()
    socket.end(lastWords)
    // Whoever reads nothing keeps the last words waiting, and with them the connection.
    const timer = setTimeout(() => socket.destroy(), time)
    socket.once('close', () => {
      clearTimeout(timer)
      lingering.delete(socket)
    })
    if (lingering.size >= connections) return socket.destroySoon()
    lingering.add(socket)
    let left = bytes
    // The parser would take what follows for the rest of the request, and answer that.
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) socket.destroy()
    })
    socket.resume()
  }
}
