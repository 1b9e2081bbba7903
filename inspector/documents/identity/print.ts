import type { ColourStatistics } from '#inspector/read/colour-statistics.ts'
import type { EditingSign } from '#inspector/read/editing-sign.ts'
import type { PackingHistory } from '#inspector/read/packing-history.ts'
import type { Mrz } from '../../mrz/parse.ts'
import type { TextLine } from '../../ocr/lines.ts'
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
  /** How the portrait was saved beside its page; null where that was not looked at, or cannot be told. */
  portrait: PackingHistory | null
}

/** The page on which a zone stands. */
export const pageOf = (zone: Mrz, pages: SeenPage[]) =>
  pages.find(({ mrz, otherMrz }) => mrz === zone || otherMrz === zone)

/** A printed line, placed as if the page lay upright. */
export interface Print {
  text: string
  confidence: number
  page: number
  x: number
  right: number
  /** The middle of the line, downwards. */
  y: number
  height: number
  box: TextLine['box']
}

/** The lines that people read: everything but the machine readable zone. */
export const printedZone = (pages: SeenPage[]): Print[] =>
  pages.flatMap(({ lines, turned, number, mrz }) =>
    lines.filter((line) => !isOfZone(line, mrz)).map((line) => placed(line, { turned, page: number })),
  )

/** The values that stand at the right of a label, in its line or in the line below it, nearest first. */
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
