import type { PdfContent } from '../pdf/layout.ts'
import type { SealWords } from './placeholder.ts'
import type { Unsealable } from './screen.ts'
import type { Stamp } from './stamp.ts'

export interface Composition {
  pdf: Uint8Array
  /** Of each who signs, one below the other. */
  stamp: readonly Stamp[]
  /** The last page as PNG, to find room on it; null where it could not be drawn. */
  lastPage: Uint8Array | null
  /** Appended as the last pages; `stampedMark` in it becomes the digest of the stamped document. */
  evidence: PdfContent
  words: SealWords
}

/** What the process that opens strangers' PDFs can be asked to do. The key is never with it. */
export type ComposeJob = { task: 'compose'; room: number } & Composition
export type ScreenJob = { task: 'screen'; pdf: Uint8Array }

export interface Composed {
  /** Complete but for the seal, for which there is room. */
  ready: Uint8Array
  /** SHA-256 of the document with its stamp, before the evidence and the seal, in hex. */
  stampedSha256: string
}

export type Composing = Composed | { fault: Unsealable }

/** Where the evidence names the digest of the stamped document, which is only known then. */
export const stampedMark = '{stampedSha256}'

/** Bytes: a seal with one RSA certificate takes about 2,500; with a chain and a time stamp up to 20,000. */
export const sealRoom = { plain: 8192, stamped: 24_576 }
