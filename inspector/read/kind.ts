/** The three kinds that are accepted. Every other only gets a name, so that a refusal can say what the file is. */
export type AllowedKind = 'jpeg' | 'png' | 'pdf'
type RefusedKind =
  | 'heic'
  | 'markup'
  | 'office'
  | 'archive'
  | 'picture'
  | 'recording'
  | 'program'
  | 'late_pdf'
  | 'text'
  | 'unknown'

export interface FileKind {
  kind: AllowedKind | RefusedKind
  /** With its article, for use in a sentence: "a GIF picture". */
  name: string
}

export const isAllowed = (kind: FileKind['kind']): kind is AllowedKind =>
  kind === 'jpeg' || kind === 'png' || kind === 'pdf'

export const mimeTypeOf = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
} as const satisfies Record<AllowedKind, string>

/** Detects the kind of a file from its bytes, ignoring its name and the type the browser sent. */
export const kindOf = (bytes: Uint8Array): FileKind => {
  const head = textOf(bytes, 0, 4096)
  return (
    bySignature(head) ??
    ofContainer(head) ??
    ofZip(head, bytes) ??
    ofMarkup(head) ??
    ofText(head) ?? { kind: 'unknown', name: 'a kind of file we do not know' }
  )
}

/**
 * Whether a file is valid as two kinds, so that other programs may read it differently: a PDF header inside a picture,
 * HTML in the head of a PDF, or a ZIP directory that reaches exactly to the last byte.
 */
export const isTwoKinds = (bytes: Uint8Array, kind: AllowedKind) => {
  const head = textOf(bytes, 0, 1024)
  if (kind === 'pdf' ? /<(html|script|!doctype|svg|body)\b/i.test(head) : head.includes('%PDF-')) return true
  return endsAsZip(bytes)
}

const signatures: [start: string, kind: FileKind['kind'], name: string][] = [
  ['\xff\xd8\xff', 'jpeg', 'a JPEG'],
  ['\x89PNG\r\n\x1a\n', 'png', 'a PNG'],
  ['%PDF-', 'pdf', 'a PDF'],
  ['GIF8', 'picture', 'a GIF picture'],
  ['II*\0', 'picture', 'a TIFF picture'],
  ['MM\0*', 'picture', 'a TIFF picture'],
  ['II+\0', 'picture', 'a TIFF picture'],
  ['MM\0+', 'picture', 'a TIFF picture'],
  ['BM', 'picture', 'a BMP picture'],
  ['8BPS', 'picture', 'a Photoshop picture'],
  ['\0\0\x01\0', 'picture', 'an icon'],
  ['\0\0\0\x0cjP  ', 'picture', 'a JPEG 2000 picture'],
  ['\xff\x0a', 'picture', 'a JPEG XL picture'],
  ['\0\0\0\x0cJXL ', 'picture', 'a JPEG XL picture'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'office', 'an older Word or Excel document'],
  ['{\\rtf', 'office', 'a rich text document'],
  ['Rar!\x1a\x07', 'archive', 'a RAR archive'],
  ['7z\xbc\xaf\x27\x1c', 'archive', 'a 7-Zip archive'],
  ['\x1f\x8b', 'archive', 'a compressed archive'],
  ['BZh', 'archive', 'a compressed archive'],
  ['\xfd7zXZ\0', 'archive', 'a compressed archive'],
  ['\x1aE\xdf\xa3', 'recording', 'a video'],
  ['ID3', 'recording', 'a sound recording'],
  ['OggS', 'recording', 'a sound recording'],
  ['MZ', 'program', 'a program'],
  ['\x7fELF', 'program', 'a program'],
  ['\xcf\xfa\xed\xfe', 'program', 'a program'],
  ['\xca\xfe\xba\xbe', 'program', 'a program'],
  ['#!', 'program', 'a program'],
]

const bySignature = (head: string): FileKind | undefined => {
  const hit = signatures.find(([start]) => head.startsWith(start))
  return hit && { kind: hit[1], name: hit[2] }
}

// ISO base media files (HEIC, AVIF, MP4) and RIFF files name their kind at byte 8.
const ofContainer = (head: string): FileKind | undefined => {
  const brand = head.slice(8, 12)
  if (head.slice(4, 8) === 'ftyp') {
    if (/^(hei|hev|mif1|msf1)/.test(brand)) return { kind: 'heic', name: 'a HEIC photo' }
    if (brand === 'crx ') return { kind: 'picture', name: 'a raw photo' }
    if (/^avi[fs]/.test(brand)) return { kind: 'picture', name: 'an AVIF picture' }
    return { kind: 'recording', name: 'a video' }
  }
  if (!head.startsWith('RIFF')) return undefined
  return brand === 'WEBP'
    ? { kind: 'picture', name: 'a WebP picture' }
    : { kind: 'recording', name: 'a recording' }
}

const ofZip = (head: string, bytes: Uint8Array): FileKind | undefined => {
  if (!head.startsWith('PK\x03\x04') && !head.startsWith('PK\x05\x06')) return undefined
  const names = head + textOf(bytes, Math.max(0, bytes.length - 8192), bytes.length)
  if (names.includes('word/')) return { kind: 'office', name: 'a Word document (DOCX)' }
  if (names.includes('xl/')) return { kind: 'office', name: 'an Excel workbook (XLSX)' }
  if (names.includes('ppt/')) return { kind: 'office', name: 'a PowerPoint presentation (PPTX)' }
  if (names.includes('mimetypeapplication/vnd.oasis')) return { kind: 'office', name: 'an OpenDocument file' }
  return { kind: 'archive', name: 'a ZIP archive' }
}

const ofMarkup = (head: string): FileKind | undefined => {
  const start = head.replace(/^(\xef\xbb\xbf|\s)+/, '').toLowerCase()
  if (/^<svg\b/.test(start) || (/^<(\?xml|!--|!doctype svg)/.test(start) && start.includes('<svg')))
    return { kind: 'markup', name: 'an SVG drawing' }
  if (
    /^<(!doctype html|html|head|body|script|title|!--|div|p|a|iframe|h1)\b/.test(start) ||
    start.startsWith('<!')
  )
    return { kind: 'markup', name: 'a web page (HTML)' }
  return start.startsWith('<?xml') ? { kind: 'markup', name: 'an XML file' } : undefined
}

const ofText = (head: string): FileKind | undefined => {
  if (head.slice(0, 1100).includes('%PDF-'))
    return { kind: 'late_pdf', name: 'a PDF with something else in front of it' }
  const isText = head.length > 0 && !/[\0-\x08\x0e-\x1f]/.test(head)
  return isText ? { kind: 'text', name: 'a text file' } : undefined
}

const endsAsZip = (bytes: Uint8Array) => {
  const from = Math.max(0, bytes.length - 65_557)
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset + from, bytes.length - from)
  for (let at = tail.indexOf('PK\x05\x06'); at >= 0; at = tail.indexOf('PK\x05\x06', at + 1))
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true
  return false
}

const textOf = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)

/** Detects the EICAR test file. A real scanner, if one is configured, checks every file as well. */
export const carriesTestVirus = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(testVirus, 0, 'latin1')

// The EICAR test signature in two parts, so that scanners do not mistake this file for it.
const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
