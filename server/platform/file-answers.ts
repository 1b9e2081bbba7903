import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer } from './ctx.ts'

/** Streams a file, whole or one range of it (RFC 9110 §14); several ranges are answered whole. */
export async function sendFile(file: FileAnswer, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${file.tag}"`
  reply.header('etag', etag)
  reply.header('accept-ranges', 'bytes')
  // A person's papers stay in that person's browser, and are asked for again after sign-out.
  reply.header('cache-control', 'private, no-cache')
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  reply.header('content-disposition', disposition(file))
  reply.type(file.type)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()

  const range = rangeOf(request, file, etag)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  }
  const length = range ? range.end - range.start + 1 : file.size
  reply.header('content-length', length)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  // An empty stream, because Fastify would call an empty answer to HEAD zero bytes long.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(await file.open(range ?? undefined))
}

interface Range {
  start: number
  end: number
}

const rangeOf = (
  request: FastifyRequest,
  { size }: FileAnswer,
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

/** RFC 6266: an ASCII name for old readers, and the true one in UTF-8. */
export const disposition = ({ filename, isAttachment }: Pick<FileAnswer, 'filename' | 'isAttachment'>) => {
  const ascii = filename
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%;]/g, '_')
  const utf8 = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isAttachment ? 'attachment' : 'inline'}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
