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

/** Bytes that the streams of a file may unpack to; more than any document that a client is asked for. */
export const unpackLimit = 128 * 1024 * 1024

/** The points of pictures count for a quarter: a reader unpacks only those of the page that it shows. */
const pictureShare = 0.25

/**
 * Whether the streams of a PDF, all layers of packing counted, unpack to more than `limit` bytes. They are
 * unpacked piece by piece and thrown away, and no further than to the limit. Streams are found wherever they
 * stand and whether or not a table names them; those of an encrypted file stay packed and count as nothing.
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

/** The bytes of all layers together, counted no further than to `most`. */
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
  // Inflating ends where its data does; other filters go through all of it, and streams may lie in one another.
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
