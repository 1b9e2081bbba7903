import type { Sheet } from '../paper/sheet.ts'
import type { SealWords } from './placeholder.ts'
import type { Unsealable } from './screen.ts'
import type { Stamp } from './stamp.ts'

export interface SealJob {
  task: 'seal'
  pdf: Uint8Array
  stamp: Stamp
  /** The last page as PNG, to find room on it; null where it could not be drawn. */
  lastPage: Uint8Array | null
  /** Appended as the last pages; `stampedMark` in it becomes the digest of the stamped document. */
  evidence: Sheet
  words: SealWords
  p12: Uint8Array
}

export interface ScreenJob {
  task: 'screen'
  pdf: Uint8Array
}

export type Job = SealJob | ScreenJob

export interface Sealed {
  pdf: Uint8Array
  /** SHA-256 of the document with its stamp, before the evidence and the seal, in hex. */
  stampedSha256: string
}

export type Answer =
  | { end: 'sealed'; sealed: Sealed }
  | { end: 'screened'; fault: Unsealable | null }
  | { end: 'unsealable'; fault: Unsealable }

/** Where the evidence names the digest of the stamped document, which is only known then. */
export const stampedMark = '{stampedSha256}'
