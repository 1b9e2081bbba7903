import { crc32, inflateSync } from 'node:zlib'

export interface Size {
  width: number
  height: number
}

/** A phone's 8000 × 6000 photo passes. A picture that claims more is refused before it is decoded. */
export const pixelLimit = 50_000_000

/** Dimensions that a JPEG claims in its first frame header, or undefined if it has none that can be read. */
export const jpegSize = (bytes: Uint8Array): Size | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += marker === 0xff ? 1 : isBare(marker) ? 2 : 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

// C4, C8 and CC are in the range of frame headers but are not frames (ITU-T T.81 table B.1).
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Text and colour profiles inside a PNG that expand to more bytes than this are an attack. */
const notesLimit = 4 * 1024 * 1024

/** More of them than this are an attack too: even an empty one takes time to inflate. */
const mostNotes = 1000

interface Chunk {
  type: string
  data: Uint8Array
  isIntact: boolean
}

/** Dimensions that a PNG claims, or undefined if its first chunk is not a header. */
export const pngSize = (bytes: Uint8Array): Size | undefined => {
  const [header] = chunksOf(bytes)
  if (header?.type !== 'IHDR' || header.data.length !== 13) return undefined
  const view = new DataView(header.data.buffer, header.data.byteOffset)
  return { width: view.getUint32(0), height: view.getUint32(4) }
}

/** Whether every chunk has a correct checksum and the end chunk is there. */
export const isWholePng = (bytes: Uint8Array) => {
  let last = ''
  for (const { type, isIntact } of chunksOf(bytes)) {
    if (!isIntact) return false
    last = type
  }
  return last === 'IEND'
}

/** Whether compressed text or profiles expand to far more than they need. Inflates nothing beyond the limit. */
export const hasNotesBomb = (bytes: Uint8Array) => {
  let left = notesLimit
  let count = 0
  for (const { type, data } of chunksOf(bytes)) {
    const packed = packedNotes(type, data)
    if (packed === undefined) continue
    count += 1
    if (count > mostNotes) return true
    const size = unpackedSize(packed, left)
    if (size === 'too large') return true
    left -= size
  }
  return false
}

function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at < bytes.length; ) {
    const length = at + 8 <= bytes.length ? view.getUint32(at) : Number.POSITIVE_INFINITY
    const end = at + 12 + length
    if (end > bytes.length) return yield { type: 'cut', data: bytes.subarray(at), isIntact: false }
    const named = bytes.subarray(at + 4, at + 8 + length)
    const type = String.fromCharCode(...named.subarray(0, 4))
    yield { type, data: named.subarray(4), isIntact: crc32(named) === view.getUint32(end - 4) }
    // Some phones leave old bytes after the end chunk, which no reader looks at.
    if (type === 'IEND') return
    at = end
  }
}

const packedNotes = (type: string, data: Uint8Array) => {
  const afterKeyword = data.indexOf(0) + 1
  if (type === 'zTXt' || type === 'iCCP') return data.subarray(afterKeyword + 1)
  if (type !== 'iTXt' || data[afterKeyword] !== 1) return undefined
  const afterLanguage = data.indexOf(0, afterKeyword + 2) + 1
  return data.subarray(data.indexOf(0, afterLanguage) + 1)
}

const unpackedSize = (packed: Uint8Array, limit: number) => {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, limit) }).length
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 0
  }
}
