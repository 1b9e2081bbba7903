import {
  inPieces,
  isInflatable,
  mostLayers,
  type PackedStream,
  peeked,
  quicklyUnpacked,
  streamsOf,
} from './packed-streams.ts'
import { type Chunks, filters, flate } from './stream-filters.ts'

/** Bytes that the streams of a file may expand to, more than any document that a client is asked for. */
const unpackLimit = 128 * 1024 * 1024

/** Picture data counts for a quarter, because a reader decodes only the pictures of the page it displays. */
const pictureShare = 0.25

/**
 * Whether the streams of a PDF, with all compression layers, expand to more than `limit` bytes. Unpacks them chunk by
 * chunk, keeps nothing, and stops at the limit. Finds streams anywhere in the file, whether or not a cross-reference
 * table lists them. Streams of an encrypted file stay compressed and count as nothing.
 */
export const unpacksBeyond = async (bytes: Uint8Array, limit = unpackLimit): Promise<boolean> => {
  let left = limit
  for (const stream of streamsOf(bytes)) {
    const share = stream.isPicture ? pictureShare : 1
    left -= (quicklyUnpacked(stream)?.length ?? (await sizeOf(stream, left / share))) * share
    if (left < 0) return true
  }
  return false
}

/** Adds up the bytes of all layers, stopping once they exceed `most`. */
const sizeOf = async ({ bytes, layers }: PackedStream, most: number) => {
  if (layers.length > mostLayers) return Number.POSITIVE_INFINITY
  let size = 0
  async function* counted(source: Chunks) {
    for await (const chunk of source) {
      size += chunk.length
      if (size > most) return
      yield chunk
    }
  }
  // Inflating stops where its data ends. Other filters read all of it, and streams may overlap, so their input counts
  // too.
  const isEndless = layers[0] !== undefined && !layers[0].startsWith('Fl')
  let unpacked: Chunks = isEndless ? counted(inPieces(bytes)) : inPieces(bytes)
  for (const layer of layers) unpacked = counted(filters[layer]?.(unpacked) ?? unpacked)
  for (let depth = layers.length; ; depth += 1) {
    const { head, whole } = await peeked(unpacked)
    unpacked = whole
    if (head === undefined || !isInflatable(head)) break
    if (depth >= mostLayers) return Number.POSITIVE_INFINITY
    unpacked = counted(flate(whole))
  }
  for await (const _ of unpacked) if (size > most) break
  return size
}
