import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { eicar } from '#inspector/testing/hostile.ts'
import { afterwards } from '#server/testing/fresh-database.ts'
import type { ClamdAddress } from './clamd.ts'

/** A real clamd started by `npm run test:providers`, which the tests then use. */
const real = process.env['PORTICO_TRY_CLAMD']
export const realClamd: ClamdAddress | null = real === undefined ? null : JSON.parse(real)

interface Behaviour {
  /** Sent instead of the answer before the connection is closed. Null sends nothing and keeps it open. */
  instead?: string | null
  streamMaxLength?: number
  /** What happens elsewhere while a file is scanned. */
  meanwhile?: () => Promise<unknown>
}

/**
 * Speaks clamd's protocol as in its manual: chunks with their length, an empty one as the end, and a zero byte after
 * each command and answer.
 */
export async function openClamdStandIn(behaviour: Behaviour = {}) {
  const state = { ...behaviour }
  const { streamMaxLength = 25 * 1024 * 1024 } = behaviour
  const answerTo = (received: Buffer): string | null => {
    if (received.toString('latin1').startsWith('zVERSION\0')) return 'ClamAV 1.4.6/stand-in\0'
    const command = 'zINSTREAM\0'
    if (received.length < command.length) return null
    if (received.toString('latin1', 0, command.length) !== command) return 'UNKNOWN COMMAND\0'
    const parts: Buffer[] = []
    let size = 0
    for (let at = command.length; at + 4 <= received.length; ) {
      const length = received.readUInt32BE(at)
      size += length
      if (size > streamMaxLength) return 'INSTREAM size limit exceeded. ERROR\0'
      if (length === 0)
        return Buffer.concat(parts).includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0'
      parts.push(received.subarray(at + 4, at + 4 + length))
      at += 4 + length
    }
    return null
  }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    const received: Buffer[] = []
    let size = 0
    socket.on('error', () => {})
    const reply = async (answer: string) => {
      await state.meanwhile?.()
      socket.end(state.instead ?? answer)
    }
    socket.on('data', (bytes) => {
      received.push(bytes)
      size += bytes.length
      // Each request ends with a zero byte. Parsing at every part would read a long file again and again.
      if (bytes.at(-1) !== 0 && size <= streamMaxLength) return
      const answer = answerTo(Buffer.concat(received))
      if (answer === null || state.instead === null) return
      void reply(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    for (const socket of open) socket.destroy()
    await new Promise((closed) => server.close(closed))
  }
  afterwards(close)
  return { address: { host: '127.0.0.1', port }, state }
}
