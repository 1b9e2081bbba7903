import type { PdfContent } from '../pdf/layout.ts'
import type { SealWords } from './placeholder.ts'
import type { Unsealable } from './screen.ts'
import type { Stamp } from './stamp.ts'

export interface Composition {
  pdf: Uint8Array
  /** Name of the document. */
  title: string
  /** One stamp per signer, one below the other. */
  stamp: readonly Stamp[]
  /** The last page as PNG, to find room on it. Null if it could not be drawn. */
  lastPage: Uint8Array | null
  /** Appended as the last pages. `stampedMark` in it is replaced by the digest of the stamped document. */
  evidence: PdfContent
  words: SealWords
}

/** Jobs of the processes that open PDFs from outside. They never get the key. */
export type ComposeJob = { task: 'compose'; room: number } & Composition
export type ScreenJob = { task: 'screen'; pdf: Uint8Array }

export interface Composed {
  /** The complete file with room for the seal. */
  ready: Uint8Array
  /** SHA-256 of the document with its stamp, before the evidence and the seal, in hex. */
  stampedSha256: string
}

export type ComposeResult = Composed | { fault: Unsealable }

/** Placeholder in the evidence for the digest of the stamped document, which is only known later. */
export const stampedMark = '{stampedSha256}'

/** In bytes. A seal with one RSA certificate takes about 2,500, with a chain and a time stamp up to 20,000. */
export const sealRoom = { plain: 8192, stamped: 24_576 }
