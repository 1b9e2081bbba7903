import { createHash } from 'node:crypto'
import { tooLarge } from './faults.ts'
import type { ByteSource } from './port.ts'

/** Counts and hashes a source as it passes, and stops it as soon as it is over the limit in bytes. */
export function hashAndCount(source: ByteSource, limit: number) {
  const hash = createHash('sha256')
  let size = 0

  async function* passing() {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      hash.update(chunk)
      yield chunk
    }
  }
  return { passing: passing(), result: () => ({ size, sha256: hash.digest('hex') }) }
}

/** Passes a source on and keeps a copy of it. */
export function tee(source: ByteSource) {
  const parts: Uint8Array[] = []

  async function* passing() {
    for await (const part of source) {
      parts.push(part)
      yield part
    }
  }
  return { passing: passing(), bytes: () => Buffer.concat(parts) }
}
