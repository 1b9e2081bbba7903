import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer, GeneratedFile, KeptFile, StreamedFile } from '../ctx.ts'
import { savedName } from '../files/saved-name.ts'
import { seconds } from '../time/durations.ts'

/** Streams a file, or one range of it (RFC 9110 §14). A request for several ranges gets the whole file. */
export async function sendFile(
  answer: FileAnswer,
  request: FastifyRequest,
  { reply, isKept }: { reply: FastifyReply; isKept: boolean },
) {
  // The browser caches a client's documents privately and asks again after sign-out.
  reply.header('cache-control', isKept ? 'private, no-cache' : 'no-store')
  const etag = `"${answer.tag}"`
  if (request.headers['if-none-match'] === etag) return describe(reply, answer).code(304).send()
  if ('flow' in answer) return sendFlow(answer, request, reply)
  const file = 'make' in answer ? await made(answer) : answer
  const range = rangeOf(request, file, etag)
  if (range === 'unsatisfiable') {
    return describe(reply, answer).code(416).header('content-range', `bytes */${file.size}`).send()
  }
  // Fastify would give an empty response to HEAD a content length of zero, so this sends an empty stream.
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await file.open(range ?? undefined)
  // Set only now, because the refusal of a file that cannot be opened must not carry the file's headers.
  describe(reply, answer).header('content-length', range ? range.end - range.start + 1 : file.size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  return reply.send(bytes)
}

const askEvery = seconds(2)

/**
 * Breaks a running download off soon after whoever started it would be refused: they signed out, lost the right, or did
 * nothing else for as long as a session lasts. Signed in again, a browser can go on with a range of the file.
 */
export function endOnceRefused(reply: FastifyReply, isAdmitted: () => Promise<boolean>) {
  // Whoever left while the file was prepared closes nothing more.
  if (reply.raw.destroyed) return
  const endIfOver = async () => {
    if (!(await isAdmitted())) reply.raw.destroy()
  }
  // While the database does not answer, the download goes on.
  const timer = setInterval(() => void endIfOver().catch(() => {}), askEvery)
  reply.raw.on('close', () => clearInterval(timer))
}

/** Streams a file of unknown length, without ranges. The stream either ends or breaks off, and cannot be resumed. */
async function sendFlow(answer: StreamedFile, request: FastifyRequest, reply: FastifyReply) {
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await answer.flow()
  describe(reply, answer).header('accept-ranges', 'none')
  return reply.send(bytes)
}

const describe = (reply: FastifyReply, file: FileAnswer) =>
  reply
    .headers({
      etag: `"${file.tag}"`,
      'accept-ranges': 'bytes',
      'content-security-policy': file.hasStyles
        ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
        : "default-src 'none'; sandbox",
      'content-disposition': disposition(file),
    })
    .type(file.type)

const made = async ({ make }: GeneratedFile): Promise<Pick<KeptFile, 'open' | 'size'>> => {
  const { buffer, byteOffset, byteLength } = await make()
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  return {
    open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    size: byteLength,
  }
}

interface Range {
  start: number
  end: number
}

const rangeOf = (
  request: FastifyRequest,
  { size }: Pick<KeptFile, 'size'>,
  etag: string,
): Range | null | 'unsatisfiable' => {
  const condition = request.headers['if-range']
  if (condition !== undefined && condition !== etag) return null
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** Returns the header of RFC 6266, with an ASCII name for old clients and the real name in UTF-8. */
const disposition = ({ isAttachment, ...file }: Pick<FileAnswer, 'filename' | 'type' | 'isAttachment'>) => {
  const name = savedName(file)
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%;]/g, '_')
  const utf8 = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isAttachment ? 'attachment' : 'inline'}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
