import { createHash } from 'node:crypto'

/** The bytes that a PDF signature covers: everything but its own contents (ISO 32000-1 §12.8.1). */
export interface ByteRange {
  /** Where its contents begin, including the bracket, and where the file continues after them. */
  first: number
  second: number
  /** Where the covered bytes end. */
  end: number
}

/**
 * Fills the room that `addPlaceholder` left. `make` gets the SHA-256 of the rest and the size of the room. Throws if
 * the result does not fit.
 */
export async function fillPlaceholder(
  ready: Buffer,
  make: (digest: Buffer, room: number) => Promise<Buffer>,
) {
  const pdf = Buffer.from(ready)
  const opening = pdf.indexOf('[', pdf.lastIndexOf('/ByteRange'))
  const closing = pdf.indexOf(']', opening)
  const first = pdf.indexOf('<', pdf.indexOf('/Contents', closing))
  const second = pdf.indexOf('>', first) + 1
  if (opening < 0 || closing < 0 || first < 0 || second <= first)
    throw new Error('There is no room for a seal.')
  const range = { first, second, end: pdf.length }
  pdf.write(rangeText(range).padEnd(closing - opening - 1), opening + 1, 'latin1')
  putContents(pdf, range, await make(digestOf(pdf, range), (second - first - 2) / 2))
  return pdf
}

const rangeText = ({ first, second, end }: ByteRange) => `0 ${first} ${second} ${end - second}`

/** Writes the contents in hex, padded with zeros. Throws if they are longer than the room. */
export function putContents(pdf: Buffer, { first, second }: ByteRange, contents: Buffer) {
  const room = second - first - 2
  if (contents.length * 2 > room) throw new Error(`A seal of ${contents.length} bytes has no room here.`)
  pdf.write(contents.toString('hex').padEnd(room, '0'), first + 1, 'latin1')
}

/** Returns the single DER value in the room. Throws if anything but zeros follows it. */
export function contentsIn(pdf: Buffer, { first, second }: ByteRange) {
  const text = pdf.toString('latin1', first + 1, second - 1).replace(/\s/g, '')
  // Decoding would stop at the first invalid character and hide what follows it.
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) throw new Error('There is more than a seal in its room.')
  const room = Buffer.from(text, 'hex')
  const short = room[1] ?? 0
  const count = short < 128 ? 0 : short & 127
  const length = 2 + count + (count === 0 ? short : room.readUIntBE(2, count))
  if (length > room.length || room.subarray(length).some((byte) => byte !== 0))
    throw new Error('There is more than a seal in its room.')
  return room.subarray(0, length)
}

export const digestOf = (pdf: Buffer, { first, second, end }: ByteRange, hash = 'sha256') =>
  createHash(hash).update(pdf.subarray(0, first)).update(pdf.subarray(second, end)).digest()

/** Reads the byte range at this position. Returns null if there is none or it is malformed. */
export function readRange(pdf: Buffer, at: number): ByteRange | null {
  const text = pdf.toString('latin1', at, at + 120)
  const found = /^\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text)?.slice(1).map(Number) ?? []
  const [first, second, rest] = found
  if (first === undefined || second === undefined || rest === undefined) return null
  const range = { first, second, end: second + rest }
  const isSound = first < second && range.end <= pdf.length && at < first
  return isSound && pdf[first] === 0x3c && pdf[second - 1] === 0x3e ? range : null
}
