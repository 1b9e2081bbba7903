import { streamsOf, unpacked } from './packed-streams.ts'

/** Object streams may unpack to this many bytes in all; those of a 10 MB document need far less. */
const unpackLimit = 32 * 1024 * 1024

/**
 * What each object stream of a PDF holds; null for one that would hold too much, at which the search ends. One
 * that is encrypted, or packed in a way of its own, stays as it lies.
 */
export const objectStreamsOf = async (bytes: Uint8Array): Promise<(string | null)[]> => {
  const found: (string | null)[] = []
  let left = unpackLimit
  for (const stream of streamsOf(bytes)) {
    if (!stream.isOfObjects) continue
    const pieces: Uint8Array[] = []
    for await (const piece of unpacked(stream)) {
      left -= piece.length
      if (left < 0) return [...found, null]
      pieces.push(piece)
    }
    found.push(Buffer.concat(pieces).toString('latin1'))
  }
  return found
}
