import { createServer } from 'node:net'
import { afterAll } from 'vitest'

/** Stands in for a firm's PostgreSQL that is too old. Accepts everyone and returns its version. */
export async function openOldPostgres(version: number) {
  const server = createServer((socket) => {
    let isLetIn = false
    socket.on('error', () => {})
    socket.on('data', (question) => {
      if (!isLetIn) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      else if (question[0] === letter('Q')) socket.write(answer(String(version)))
      isLetIn = true
    })
  }).listen(0, '127.0.0.1')
  afterAll(() => void server.close())
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the stand-in does not listen')
  return `postgresql://portico@127.0.0.1:${address.port}/portico`
}

const letter = (name: string) => name.charCodeAt(0)

const message = (name: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(name)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const ready = message('Z', Buffer.from('I'))

/** One row with one text. */
const answer = (text: string) => {
  const column = Buffer.concat([Buffer.from('version\0'), Buffer.alloc(18)])
  const length = Buffer.alloc(4)
  length.writeInt32BE(text.length)
  return Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), column])),
    message('D', Buffer.concat([Buffer.from([0, 1]), length, Buffer.from(text)])),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ])
}
