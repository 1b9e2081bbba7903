import { type BlockList, connect, type Socket } from 'node:net'
import type { AddressGuard } from '#server/platform/connections/address-guard.ts'
import type { VirusScanner } from '#server/platform/ports/providers.ts'
import { seconds } from '#server/platform/time/durations.ts'

export type ClamdAddress = { path: string } | { host: string; port: number }

/** Parses `127.0.0.1:3310` or the path of a socket. */
export function clamdAt(address: string): ClamdAddress {
  if (address.startsWith('/')) return { path: address }
  const colon = address.lastIndexOf(':')
  const host = address.slice(0, colon).replace(/^\[|\]$/g, '')
  return { host, port: Number(address.slice(colon + 1)) }
}

/** Bytes of one chunk, which clamd expects with its length in front. */
const chunkSize = 256 * 1024
const longest = { answer: 4096 }

/** ClamAV's daemon, called over its socket. Anything but a complete, plain answer in time is an error. */
export function openClamd(place: ClamdAddress, guard: AddressGuard | null = null): VirusScanner {
  const address = guard === null ? place : { ...place, blockList: guard.blockList }
  return {
    scan: async (bytes, { within = seconds(5) } = {}) => {
      const answer = await ask(address, { command: 'INSTREAM', chunks: chunksOf(bytes), within })
      if (answer === 'stream: OK') return null
      const [, name] = /^stream: (.+) FOUND$/.exec(answer) ?? []
      if (name === undefined) throw new Error(`clamd answered: ${answer}`)
      return name
    },
    version: () => ask(address, { command: 'VERSION', chunks: [], within: seconds(2) }),
  }
}

function* chunksOf(bytes: Uint8Array) {
  const lengthOf = (count: number) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(count)
    return length
  }
  for (let at = 0; at < bytes.length; at += chunkSize) {
    const chunk = bytes.subarray(at, at + chunkSize)
    yield lengthOf(chunk.length)
    yield chunk
  }
  yield lengthOf(0)
}

interface Question {
  command: string
  chunks: Iterable<Uint8Array>
  /** Milliseconds from connecting to the last byte of the answer. */
  within: number
}

/** Sends one command with the `z` prefix, whose answer ends with a zero byte, so that a cut-off one is noticed. */
const ask = (address: ClamdAddress & { blockList?: BlockList }, { command, chunks, within }: Question) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(address)
    let answer = ''
    const fail = (cause: Error) => {
      socket.destroy()
      reject(cause)
    }
    const late = Object.assign(new Error(`clamd did not answer within ${within} ms`), { code: 'ETIMEDOUT' })
    const giveUp = setTimeout(() => fail(late), within)
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      answer += text
      const end = answer.indexOf('\0')
      if (end >= 0) {
        socket.destroy()
        resolve(answer.slice(0, end))
      } else if (answer.length > longest.answer) fail(new Error('clamd answered without an end'))
    })
    let fault = new Error('clamd closed the connection before its answer ended')
    socket.on('error', (error) => (fault = error))
    socket.on('close', () => {
      clearTimeout(giveUp)
      reject(fault)
    })
    socket.on('connect', () => void send(socket, command, chunks))
  })

const send = async (socket: Socket, command: string, chunks: Iterable<Uint8Array>) => {
  socket.write(`z${command}\0`)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const chunk of chunks) {
    if (socket.destroyed) return
    const isFull = !socket.write(chunk)
    if (isFull) await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))])
  }
}
