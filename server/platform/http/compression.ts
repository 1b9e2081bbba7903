import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../ctx.ts'

/** Below this many bytes, compression saves no packet and no time. */
const leastLength = 1024
const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) }
// The highest quality takes a hundred times as long, for a text that is sent once.
const quick = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: {} }

/** Compresses a text with brotli or gzip, or leaves it, as the browser accepts. */
export async function compressed(text: string, request: FastifyRequest, reply: FastifyReply) {
  void reply.header('vary', 'accept-encoding')
  if (Buffer.byteLength(text) <= leastLength) return text
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
  if (!encoding) return text
  void reply.header('content-encoding', encoding)
  return encoders[encoding](text, quick[encoding])
}

/**
 * Returns whether the length of a response may depend on repeated text in it (BREACH). Another site may make a browser
 * send requests here as often as it likes, and the firm's pages mix strangers' words with clients' secrets.
 */
export const isSafeToCompress = ({ headers }: FastifyRequest, { role }: Actor) => {
  const site = headers['sec-fetch-site']
  const isAskedByUs = site === undefined || site === 'same-origin' || site === 'none'
  return isAskedByUs && (role === 'client' || role === 'visitor')
}
