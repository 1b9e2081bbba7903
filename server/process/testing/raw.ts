import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection on which a test sends what no well-behaved client would. */
export async function openRaw(port: number, words: string | Buffer = '') {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let heard = ''
  socket.on('error', () => {})
  socket.on('data', (part) => {
    heard += part
  })
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  if (words.length > 0) socket.write(words)
  return {
    heard: () => heard,
    closed,
    say: (more: string | Buffer) => socket.write(more),
    leave: () => socket.destroy(),
  }
}
