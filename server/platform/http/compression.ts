import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../ctx.ts'

/** Below this many bytes the packets are as many, and as soon there. */
const leastLength = 1024
const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) }
// The highest quality costs a hundred times as much, for a text that is sent once.
const quick = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: {} }

/** A text as this browser takes it: by brotli, by gzip, or as it is. */
export async function compressed(text: string, request: FastifyRequest, reply: FastifyReply) {
  void reply.header('vary', 'accept-encoding')
  if (Buffer.byteLength(text) <= leastLength) return text
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
  if (!encoding) return text
  void reply.header('content-encoding', encoding)
  return encoders[encoding](text, quick[encoding])
}

/**
 * Whether the length of an answer may depend on what it repeats (BREACH). Another site may lead a browser here
 * as often as it likes, and what people of the firm read mixes the words of strangers with the secrets of clients.
 */
export const isSafeToCompress = ({ headers }: FastifyRequest, { role }: Actor) => {
  const site = headers['sec-fetch-site']
  const isAskedByUs = site === undefined || site === 'same-origin' || site === 'none'
  return isAskedByUs && (role === 'client' || role === 'visitor')
}
