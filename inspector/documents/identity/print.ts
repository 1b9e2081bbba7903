import type { ColourStatistics } from '#inspector/read/colour-statistics.ts'
import type { CompressionHistory } from '#inspector/read/compression-history.ts'
import type { EditingSign } from '#inspector/read/editing-sign.ts'
import type { Mrz } from '../../mrz/parse.ts'
import type { TextLine } from '../../ocr/lines.ts'
import type { PictureQuality } from '../rules/quality.ts'

/** A page or photo after reading. */
export interface ScannedPage {
  /** 1-based. */
  number: number
  /** Size in pixels of the picture that the boxes refer to. */
  width: number
  height: number
  lines: TextLine[]
  /** Rotation of the page, in radians. */
  turned: number
  mrz: Mrz | null
  /** A second MRZ, separate from the first. */
  otherMrz: Mrz | null
  /** Why a visible MRZ could not be read. */
  partial: 'cut' | 'unclear' | null
  quality: PictureQuality
  /** Null if the page has too little print. */
  colours: ColourStatistics | null
  /** How strongly one fine grid covers the whole page. 0 if not measured. */
  moire: number
}

/** Everything by which an identity document is judged. */
export interface IdentityFacts {
  /** The pages that were read: the first few. */
  pages: ScannedPage[]
  /** Pages of the whole file. */
  pageCount: number
  hasActiveContent: boolean
  /** Signs of editing in the file. */
  signs: EditingSign[]
  /** JPEG compression of the portrait compared with its page. Null if not examined or unclear. */
  portrait: CompressionHistory | null
}

/** The page on which an MRZ is, known by its box: what it says may have been narrowed since. */
export const pageOf = ({ box }: Mrz, pages: ScannedPage[]) =>
  pages.find(({ mrz, otherMrz }) => mrz?.box === box || otherMrz?.box === box)

/** A printed line, positioned as if the page were upright. */
export interface Print {
  text: string
  confidence: number
  page: number
  x: number
  right: number
  /** The middle of the line, measured downwards. */
  y: number
  height: number
  box: TextLine['box']
}

/** The lines for people: everything except the MRZ. */
export const printedZone = (pages: ScannedPage[]): Print[] =>
  pages.flatMap(({ lines, turned, number, mrz }) =>
    lines.filter((line) => !isOfZone(line, mrz)).map((line) => placed(line, { turned, page: number })),
  )

/** Returns the values at the right of a label, on its line or the line below, nearest first. */
export const valuesOf = (label: Print, prints: Print[]): Print[] =>
  prints
    .filter((other) => other !== label && other.page === label.page && isNear(label, other))
    .toSorted((a, b) => distance(label, a) - distance(label, b))

const isNear = (label: Print, { x, y, height }: Print) => {
  const size = Math.max(label.height, height)
  const isBeside = Math.abs(y - label.y) < size * 0.6 && x > label.x && x - label.right < size * 12
  const isBelow = y - label.y > size * 0.4 && y - label.y < size * 2.6 && Math.abs(x - label.x) < size * 3
  return isBeside || isBelow
}

const distance = (label: Print, { x, y }: Print) => Math.abs(y - label.y) * 2 + Math.abs(x - label.x)

const placed = ({ text, confidence, box }: TextLine, { turned, page }: { turned: number; page: number }) => {
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)]
  const middle = box.x * cos + box.y * sin
  const half = box.width / 2
  return {
    text,
    confidence,
    page,
    box,
    x: middle - half,
    right: middle + half,
    y: box.y * cos - box.x * sin,
    height: box.height,
  }
}

const isOfZone = ({ text, box }: TextLine, mrz: Mrz | null) => {
  const squeezed = text.replace(/\s/g, '')
  const fillers = squeezed.replace(/[^<«]/g, '').length
  if (fillers >= 4 || (squeezed.length >= 28 && fillers >= 1)) return true
  return mrz !== null && isInside(box, mrz.box)
}

const isInside = (box: TextLine['box'], zone: Mrz['box']) => {
  const [cos, sin] = [Math.cos(zone.angle), Math.sin(zone.angle)]
  const [dx, dy] = [box.x - zone.x, box.y - zone.y]
  const along = Math.abs(dx * cos + dy * sin)
  const across = Math.abs(dy * cos - dx * sin)
  return along < zone.width / 2 && across < zone.height / 2
}
