import type { TextLine } from '../ocr/lines.ts'
import type { Picture } from '../ocr/picture.ts'
import { seenFrom } from '../ocr/strip.ts'
import type { Mrz } from './parse.ts'
import { type Known, readMrz } from './read.ts'

/** A zone that lies apart from the one that was read, as of a second document in one picture. */
export const readOtherZone = async (
  picture: Picture,
  { mrz, ...known }: Known & { mrz: Mrz },
): Promise<Mrz | null> => {
  const lines = known.lines.filter((line) => isApart(line, mrz.box))
  if (!lines.some(isRow)) return null
  const other = await readMrz(picture, { ...known, lines })
  return other.mrz?.areDigitsRight ? other.mrz : null
}

const isApart = ({ box }: TextLine, zone: Mrz['box']) => {
  const { along, across } = seenFrom(zone, box)
  return Math.abs(along) > zone.width / 2 || Math.abs(across) > zone.height / 2 + box.height / 2
}

// Fillers stand in no other line of print.
const isRow = ({ text }: TextLine) => text.replace(/[^<«]/g, '').length >= 5
