import { constants, inflateSync } from 'node:zlib'
import { latin1, spelled } from './pdf-syntax.ts'
import { type Chunks, filters, flate } from './stream-filters.ts'

/** The data of one stream, packed as it lies in the file. */
export interface PackedStream {
  bytes: Uint8Array
  /** The names of its filters, outermost first, as far as they can make it larger. */
  layers: string[]
  isPicture: boolean
  /** It holds other objects (PDF 1.7 §7.5.7). */
  isOfObjects: boolean
}

const key = (...names: string[]) => `/(?:${names.map(spelled).join('|')})(?![\\w#])\\s*`
const oneName = '/[^\\s/<>()\\[\\]]+'
const landmark = new RegExp(
  `${key('Filter', 'F')}(\\[[^\\]]{0,1000}\\]|${oneName}|\\d+\\s+\\d+\\s+R)|stream(?:\\r\\n?|\\n)`,
  'gi',
)
const picture = new RegExp(`${key('Subtype')}/${spelled('Image')}(?![\\w#])`, 'i')
const objects = new RegExp(`/${spelled('ObjStm')}(?![\\w#])`, 'i')

/**
 * The streams of a PDF, wherever they stand and whether or not a table names them. Those of an encrypted file stay
 * packed.
 */
export function* streamsOf(bytes: Uint8Array): Generator<PackedStream> {
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
      const isPicture = layers.length === 1 && picture.test(dictionary)
      yield { bytes: packed, layers, isPicture, isOfObjects: objects.test(dictionary) }
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

/** Layers of packing that are looked into; nobody packs a document so often. */
export const mostLayers = 8

/** What is sure to be small is unpacked at once, which takes a fraction of the time; null where that is not sure. */
export const quicklyUnpacked = ({ bytes, layers }: PackedStream): Buffer | null => {
  if (layers.length > 1 || !(layers[0] ?? 'Fl').startsWith('Fl')) return null
  if (!isInflatable(bytes)) return nothing
  try {
    const options = { maxOutputLength: 512 * 1024, finishFlush: constants.Z_SYNC_FLUSH }
    const unpacked = inflateSync(bytes, options)
    return isInflatable(unpacked) ? null : unpacked
  } catch {
    return null
  }
}

const nothing = Buffer.alloc(0)

/** What a stream holds, all its layers taken off, also such as the file does not name. */
async function* unpacked({ bytes, layers }: PackedStream): AsyncGenerator<Uint8Array> {
  let inner: Chunks = inPieces(bytes)
  for (const layer of layers.slice(0, mostLayers)) inner = filters[layer]?.(inner) ?? inner
  for (let depth = layers.length; depth <= mostLayers; depth += 1) {
    const { head, whole } = await peeked(inner)
    inner = whole
    if (head === undefined || !isInflatable(head)) break
    inner = flate(whole)
  }
  yield* inner
}

/** Whether it begins as zlib's data does (RFC 1950 §2.2): whatever the file calls it, it may be packed again. */
export const isInflatable = ([method = 0, flags = 0]: Uint8Array) =>
  (method & 15) === 8 && ((method << 8) | flags) % 31 === 0

const pieceSize = 64 * 1024

export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize)
}

/** The first piece, and all of it as if nobody had looked. */
export const peeked = async (source: Chunks) => {
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

/** Object streams may unpack to this many bytes in all; those of a 10 MB document need far less. */
const heldLimit = 32 * 1024 * 1024

/**
 * What each object stream of a PDF holds; null for one that would hold too much, at which the search ends. One
 * that is encrypted, or packed in a way of its own, stays as it lies.
 */
export const objectStreamsOf = async (bytes: Uint8Array): Promise<(string | null)[]> => {
  const found: (string | null)[] = []
  let left = heldLimit
  for (const stream of streamsOf(bytes)) {
    if (!stream.isOfObjects) continue
    const held = quicklyUnpacked(stream) ?? (await collected(unpacked(stream), left))
    left -= held?.length ?? 0
    if (held === null || left < 0) return [...found, null]
    found.push(held.toString('latin1'))
  }
  return found
}

const collected = async (pieces: AsyncIterable<Uint8Array>, most: number) => {
  const all: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > most) return null
    all.push(piece)
  }
  return Buffer.concat(all)
}
