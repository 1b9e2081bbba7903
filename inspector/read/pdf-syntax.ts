/**
 * Builds a regular expression for a PDF name, in which any character may be written as # and two hexadecimal digits.
 */
export const spelled = (name: string) =>
  [...name].map((c) => `(?:${c}|#${c.charCodeAt(0).toString(16)})`).join('')

/** Decodes bytes to one character each. */
export const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

/** How a PDF ends: `whole`; `mendable` without a sound index or end mark; `cut` in the middle of its objects. */
type PdfEnd = 'whole' | 'mendable' | 'cut'

/**
 * Tells a damaged PDF from one cut short, which may be a contract without its last pages. A file that only lost its
 * index (PDF 1.7 §7.5.4) or end mark, or has bytes after it, still holds all its objects.
 */
export const endOfPdf = (bytes: Uint8Array): PdfEnd => {
  const text = latin1(bytes)
  const last = text.lastIndexOf('endobj')
  if (last === -1) return 'cut'
  const behind = text.slice(last + 6, last + 6 + indexBegins)
  const isIndexed = /xref|trailer/.test(behind) || isIndex(text.slice(0, last))
  if (!isIndexed || /\d{1,10}\s{1,9}\d{1,5}\s{1,9}obj\b/.test(behind)) return 'cut'
  return hasEndMark(bytes) && leadsToIndex(text) ? 'whole' : 'mendable'
}

// In bytes: the next object, or the cross-reference table, begins right after the last object.
const indexBegins = 4096

/** Newer files keep their index in a cross-reference stream, the last object. */
const isIndex = (before: string) => {
  const begin = before.lastIndexOf(' obj')
  return begin !== -1 && /\/Type\s*\/XRef\b/.test(before.slice(begin, begin + indexBegins))
}

// Readers look for the end mark in the last 1,024 bytes (PDF 1.7 annex H.3.18).
const hasEndMark = (bytes: Uint8Array) => {
  let end = bytes.length
  while (end > 0 && isPadding(bytes[end - 1] ?? 0)) end -= 1
  const tail = latin1(bytes.subarray(Math.max(0, end - 1024), end))
  return tail.includes('%%EOF') || tail.includes('startxref')
}

const isPadding = (byte: number) => byte === 0 || byte === 10 || byte === 13 || byte === 32

const leadsToIndex = (text: string) => {
  const at = text.lastIndexOf('startxref')
  const [, offset = ''] = at === -1 ? [] : (/^startxref\s{1,9}(\d{1,10})/.exec(text.slice(at, at + 40)) ?? [])
  return (
    offset !== '' &&
    /^\s{0,9}(?:xref|\d{1,10}\s{1,9}\d{1,5}\s{1,9}obj)\b/.test(
      text.slice(Number(offset), Number(offset) + 40),
    )
  )
}
