import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import sharp from 'sharp'
import { type ClientDocument, documents } from '#contract/documents/documents.ts'
import { answerOf } from '#contract/kit/transport.ts'

/** A JPEG of random noise, different each time. A megapixel has about 700 KB. */
export const randomPhoto = ({ width, height } = { width: 320, height: 240 }) =>
  sharp(randomBytes(width * height), { raw: { width, height, channels: 1 } })
    .jpeg()
    .toBuffer()

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Answer {
  status: number
  document: ClientDocument | null
}

export interface Sending {
  filename: string
  sha256: string
  /** Whether the whole body was handed to the network. */
  isSent: () => boolean
  /** The response, or null if the connection broke before it. */
  answer: Promise<Answer | null>
}

interface Pace {
  /** Sends this many bytes of the body and then nothing more. */
  onlyBytes?: number
  /** Sends the last 16 KB only after this. */
  until?: Promise<void>
}

let sent = 0

/** Uploads as a browser does, at the given pace. */
export function sendFile(seat: { address: string; cookie: string }, bytes: Buffer, pace: Pace = {}): Sending {
  sent += 1
  const filename = `paper-${sent}.jpg`
  const body = formOf(bytes, filename)
  const asking = request(seat.address + documents.upload.path, {
    method: 'POST',
    headers: {
      cookie: seat.cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
    agent: false,
  })
  const answer = answerTo(asking).catch(() => null)
  let isSent = false
  void write(asking, body, pace).then((isWhole) => {
    if (isWhole)
      asking.end(() => {
        isSent = true
      })
  })
  return { filename, sha256: hashOf(bytes), isSent: () => isSent, answer }
}

async function answerTo(asking: ClientRequest): Promise<Answer> {
  const [reply] = (await once(asking, 'response')) as [IncomingMessage]
  const status = reply.statusCode ?? 0
  const body: unknown = JSON.parse(Buffer.concat(await reply.toArray()).toString())
  return { status, document: status === 201 ? answerOf(documents.upload, { status, body }).document : null }
}

/** Writes the body. Returns whether all of it was written. */
async function write(asking: ClientRequest, body: Buffer, { onlyBytes, until }: Pace) {
  asking.on('error', () => {})
  const end = Math.min(onlyBytes ?? body.length, body.length)
  for (let at = 0; at < end; at += part) {
    if (at + part >= end) await until
    if (asking.destroyed) return false
    asking.write(body.subarray(at, Math.min(at + part, end)))
  }
  return end === body.length
}

const part = 16 * 1024
const boundary = 'portico-test-boundary'

const formOf = (bytes: Buffer, filename: string) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="documentType"\r\n\r\nlegal\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n` +
        'content-type: image/jpeg\r\n\r\n',
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
