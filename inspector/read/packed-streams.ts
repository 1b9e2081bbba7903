import { constants, inflateSync } from 'node:zlib'
import { latin1, spelled } from './pdf-syntax.ts'
import { type Chunks, filters, flate } from './stream-filters.ts'

/** One compressed stream, as stored in the file. */
export interface PackedStream {
  bytes: Uint8Array
  /** The names of its filters, outermost first, limited to those that can expand the data. */
  layers: string[]
  isPicture: boolean
  /** Whether it is an object stream (PDF 1.7 §7.5.7). */
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
 * Yields the streams of a PDF anywhere in the file, whether or not a cross-reference table lists them. Streams of an
 * encrypted file stay compressed.
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

/** The filters that can expand a stream, or null if none of the names is such a filter. */
const layersOf = (named: string): string[] | null => {
  const names = (named.match(/\/[^\s/<>()[\]]+/g) ?? []).map((name) => plain(name.slice(1)))
  const known = names.filter((name) => name in filters)
  return known.length > 0 ? known : null
}

const plain = (name: string) =>
  name.replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Limit of filter references that are resolved, because each costs a search through the file. */
const mostReferences = 50

/** Resolves a reference such as `12 0 R` to the body of its object. */
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

// Inflating stops by itself, but other filters would read on into what follows. If `/Length` and `endstream` disagree,
// some readers use one and some the other, so the later of the two counts.
const endOf = (
  text: string,
  { dictionary, layers, begin }: { dictionary: string; layers: string[]; begin: number },
) => {
  if (layers[0] === undefined || layers[0].startsWith('Fl')) return text.length
  const mark = text.indexOf('endstream', begin)
  const [, statedLength] = /\/Length\s+(\d+)(?!\s+\d+\s+R|\d)/.exec(dictionary) ?? []
  return Math.max(mark < 0 ? text.length : mark, begin + Number(statedLength ?? 0))
}

/** Limit of compression layers: no honest document has so many. */
export const mostLayers = 8

/**
 * Inflates data at once if its size is sure to be small, which takes a fraction of the time. Null if that is not sure,
 * empty if it is not zlib data.
 */
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

/** Removes all compression layers of a stream, including those that the file does not declare. */
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

/**
 * Whether the data begins with a zlib header (RFC 1950 §2.2). It may be compressed again, whatever the file declares.
 */
export const isInflatable = ([method = 0, flags = 0]: Uint8Array) =>
  (method & 15) === 8 && ((method << 8) | flags) % 31 === 0

const pieceSize = 64 * 1024

export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize)
}

/** Returns the first chunk, and a source that still yields all of them. */
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

/** Bytes that object streams may expand to in all. A 10 MB document needs far less. */
const heldLimit = 32 * 1024 * 1024

/**
 * Returns the content of each object stream of a PDF. The list ends with null at the first stream that exceeds the
 * limit. A stream that is encrypted or has an unknown filter stays as stored.
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
