import type { ColourStatistics } from '#inspector/read/colour-statistics.ts'
import type { Mrz } from '../../mrz/parse.ts'
import type { TextLine } from '../../ocr/lines.ts'
import type { EditingSign } from '../../read/editing-sign.ts'
import type { PictureQuality } from '../rules/quality.ts'

/** A page or photo as it was read. */
export interface SeenPage {
  /** 1-based. */
  number: number
  /** Pixels of the picture in which boxes are measured. */
  width: number
  height: number
  lines: TextLine[]
  /** How far the page was turned, radians. */
  turned: number
  mrz: Mrz | null
  /** A second zone, apart from the first. */
  otherMrz: Mrz | null
  /** What was seen of a machine readable zone that could not be read. */
  partial: 'cut' | 'unclear' | null
  quality: PictureQuality
  /** Null where too little print stands on it. */
  colours: ColourStatistics | null
  /** How far one fine grid runs over the whole of it; 0 where that was not measured. */
  moire: number
}

/** Everything an identity document is judged by. */
export interface IdentityFacts {
  /** The pages that were read: the first few. */
  pages: SeenPage[]
  /** Pages of the whole file. */
  pageCount: number
  hasActiveContent: boolean
  /** Marks of editing in the file. */
  signs: EditingSign[]
}

/** The page on which a zone stands. */
export const pageOf = (zone: Mrz, pages: SeenPage[]) =>
  pages.find(({ mrz, otherMrz }) => mrz === zone || otherMrz === zone)
