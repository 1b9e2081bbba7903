import { constants, inflateSync } from 'node:zlib'
import { latin1, spelled } from './object-streams.ts'
import { type Chunks, filters, flate } from './stream-filters.ts'

/** Bytes that the streams of a file may unpack to; more than any document that a client is asked for. */
export const unpackLimit = 128 * 1024 * 1024

/** The points of pictures count for a quarter: a reader unpacks only those of the page that it shows. */
const pictureShare = 0.25

/** Layers of packing that are looked into; nobody packs a document so often. */
const mostLayers = 8

/**
 * Whether the streams of a PDF, all layers of packing counted, unpack to more than `limit` bytes. They are
 * unpacked piece by piece and thrown away, and no further than to the limit. Streams are found wherever they
 * stand and whether or not a table names them; those of an encrypted file stay packed and count as nothing.
 */
export const unpacksBeyond = async (bytes: Uint8Array, limit = unpackLimit): Promise<boolean> => {
  let left = limit
  for (const stream of streamsOf(bytes)) {
    const share = stream.isPicture ? pictureShare : 1
    left -= (quickSizeOf(stream) ?? (await sizeOf(stream, left / share))) * share
    if (left < 0) return true
  }
  return false
}

interface Packed {
  bytes: Uint8Array
  /** The names of its filters, outermost first, as far as they can make it larger. */
  layers: string[]
  isPicture: boolean
}

const key = (...names: string[]) => `/(?:${names.map(spelled).join('|')})(?![\\w#])\\s*`
const oneName = '/[^\\s/<>()\\[\\]]+'
const landmark = new RegExp(
  `${key('Filter', 'F')}(\\[[^\\]]{0,1000}\\]|${oneName}|\\d+\\s+\\d+\\s+R)|stream(?:\\r\\n?|\\n)`,
  'gi',
)
const picture = new RegExp(`${key('Subtype')}/${spelled('Image')}(?![\\w#])`, 'i')

function* streamsOf(bytes: Uint8Array): Generator<Packed> {
  const text = latin1(bytes)
  const resolve = resolverOf(text)
  let layers: string[] = []
  let begin = 0
  for (const match of text.matchAll(landmark)) {
    const [found, named] = match
    const end = match.index + found.length
    if (named !== undefined) layers = layersOf(/^\d/.test(named) ? resolve(named) : named) ?? layers
    else if (text.slice(match.index - 3, match.index) !== 'end') {
      const dictionary = text.slice(Math.max(begin, match.index - 4000), match.index)
      const packed = bytes.subarray(end, endOf(text, { dictionary, layers, begin: end }))
      yield { bytes: packed, layers, isPicture: layers.length === 1 && picture.test(dictionary) }
      layers = []
      begin = end
    }
  }
}

/** The filters as far as they can make a stream larger; null where none of them is a filter's name. */
const layersOf = (named: string): string[] | null => {
  const names = (named.match(/\/[^\s/<>()[\]]+/g) ?? []).map((name) => plain(name.slice(1)))
  const known = names.filter((name) => name in filters)
  return known.length > 0 ? known : null
}

const plain = (name: string) =>
  name.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** More filters than this do not stand in objects of their own; each costs a look through the file. */
const mostReferences = 50

/** What stands in the object that `12 0 R` points to. */
const resolverOf = (text: string) => {
  const known = new Map<string, string>()
  return (reference: string) => {
    const [number, generation] = reference.split(/\s+/)
    const name = `${number} ${generation}`
    if (!known.has(name) && known.size < mostReferences) {
      const [, body = ''] = new RegExp(`\\b${number}\\s+${generation}\\s+obj([^]{0,1000})`).exec(text) ?? []
      known.set(name, body.split('endobj')[0] ?? '')
    }
    return known.get(name) ?? ''
  }
}

// Inflating ends by itself; other filters would go on into what follows. Where length and end mark disagree,
// readers believe one or the other.
const endOf = (
  text: string,
  { dictionary, layers, begin }: { dictionary: string; layers: string[]; begin: number },
) => {
  if (layers[0] === undefined || layers[0].startsWith('Fl')) return text.length
  const mark = text.indexOf('endstream', begin)
  const [, told] = /\/Length\s+(\d+)(?!\s+\d+\s+R|\d)/.exec(dictionary) ?? []
  return Math.max(mark < 0 ? text.length : mark, begin + Number(told ?? 0))
}

/** What is sure to be small is unpacked at once, which takes a fraction of the time. */
const quickSizeOf = ({ bytes, layers }: Packed): number | null => {
  if (layers.length > 1 || !(layers[0] ?? 'Fl').startsWith('Fl')) return null
  if (!isInflatable(bytes)) return 0
  try {
    const options = { maxOutputLength: 512 * 1024, finishFlush: constants.Z_SYNC_FLUSH }
    const unpacked = inflateSync(bytes, options)
    return isInflatable(unpacked) ? null : unpacked.length
  } catch {
    return null
  }
}

/** The bytes of all layers together, counted no further than to `most`. */
const sizeOf = async ({ bytes, layers }: Packed, most: number) => {
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

/** Whether it begins as zlib's data does (RFC 1950 §2.2): whatever the file calls it, it may be packed again. */
const isInflatable = ([method = 0, flags = 0]: Uint8Array) =>
  (method & 15) === 8 && ((method << 8) | flags) % 31 === 0

const pieceSize = 64 * 1024

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize)
}

/** The first piece, and all of it as if nobody had looked. */
const peeked = async (source: Chunks) => {
  const rest = source[Symbol.asyncIterator]()
  const { value: head, done } = await rest.next()
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      if (!done) yield head
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }
  return { head: done ? undefined : head, whole: whole() }
}
