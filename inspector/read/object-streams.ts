import { constants, inflateSync } from 'node:zlib'

/** Object streams may unpack to this many bytes in all; those of a 10 MB document need far less. */
const unpackLimit = 32 * 1024 * 1024

/** In a PDF name any character may be written as # and two hexadecimal digits. For a regular expression. */
export const spelled = (name: string) =>
  [...name].map((c) => `(?:${c}|#${c.charCodeAt(0).toString(16)})`).join('')

/** What each object stream of a PDF holds; null for one that would hold too much, at which the search ends. */
export const objectStreamsOf = (bytes: Uint8Array): (string | null)[] => {
  const found: (string | null)[] = []
  let left = unpackLimit
  for (const match of latin1(bytes).matchAll(objectStream)) {
    const unpacked = inflated(bytes.subarray(match.index + match[0].length), left)
    found.push(unpacked)
    if (unpacked === null) break
    left -= unpacked.length
  }
  return found
}

/** One character a byte. */
export const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

const objectStream = new RegExp(`/${spelled('ObjStm')}[^]{0,400}?stream\\r?\\n`, 'gi')

// What cannot be inflated is encrypted or packed in another way: it counts as empty.
const inflated = (packed: Uint8Array, limit: number): string | null => {
  try {
    const options = { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_SYNC_FLUSH }
    return inflateSync(packed, options).toString('latin1')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ERR_BUFFER_TOO_LARGE' ? null : ''
  }
}
