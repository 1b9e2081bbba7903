import type { Picture } from '../ocr/picture.ts'
import { pointOn, type Strip, seenFrom } from '../ocr/strip.ts'
import { type Row, readRow } from './rows.ts'

/** A place above or below the row that was found first, as seen along that row. */
interface Level {
  across: number
  strip: Strip
  /** Nothing was detected here; a row may be too faint. */
  isGuessed: boolean
}

/** Rows lie about this many of their own heights apart. */
const spacing = 1.35
const mostLevels = 5
/** Another size of letters than the first time, for a second opinion. */
const secondRoom = 1.5

/**
 * Reads the rows around one that looks like a zone's again, each over the full length of the longest:
 * detectors cut off what is faint at the ends. Top row first; each with all its readings.
 */
export const readStack = async (
  picture: Picture,
  { seed, rows, strips }: { seed: Row; rows: Row[]; strips: Strip[] },
): Promise<Row[][]> => {
  const levels = levelsAround(seed.strip, strips)
  const [left, right] = reachOf(seed, levels)
  const stack: Row[][] = []
  for (const { across, strip } of levels) {
    const again = await readRow(picture, stretched(strip, { base: seed.strip, left, right }), secondRoom)
    const before = rows.find(
      (row) => Math.abs(seenFrom(seed.strip, row.strip).across - across) < seed.strip.height * 0.3,
    )
    stack.push([again, ...(before ? [before] : [])])
  }
  return stack
}

const levelsAround = (base: Strip, strips: Strip[]): Level[] => {
  const levels: Level[] = [{ across: 0, strip: base, isGuessed: false }]
  for (const strip of strips) {
    const { along, across } = seenFrom(base, strip)
    const isNear = Math.abs(across) > base.height * 0.6 && Math.abs(across) < base.height * 5
    const isAlike = strip.height > base.height * 0.55 && strip.height < base.height * 1.8
    const isInside = Math.abs(along) + strip.width / 2 < base.width * 0.85
    const isLong = strip.width > base.width * 0.25
    const isTaken = levels.some((level) => Math.abs(level.across - across) < base.height * 0.5)
    if (isNear && isAlike && isInside && isLong && !isTaken) levels.push({ across, strip, isGuessed: false })
  }
  for (const way of [-1, 1])
    if (!levels.some(({ across }) => Math.sign(across) === way && Math.abs(across) < base.height * 2.4))
      levels.push(guess(base, way * base.height * spacing))
  return levels
    .toSorted((a, b) => Math.abs(a.across) - Math.abs(b.across))
    .slice(0, mostLevels)
    .toSorted((a, b) => a.across - b.across)
}

const guess = (base: Strip, across: number): Level => ({
  across,
  strip: { ...base, ...pointOn(base, 0, across) },
  isGuessed: true,
})

/** From where to where the rows run, along the first found. */
const reachOf = ({ strip: base, text }: Row, levels: Level[]): [number, number] => {
  let [left, right] = [-base.width / 2, base.width / 2]
  for (const { strip, isGuessed } of levels) {
    if (isGuessed || strip.width < base.width * 0.5) continue
    const { along } = seenFrom(base, strip)
    left = Math.min(left, along - strip.width / 2)
    right = Math.max(right, along + strip.width / 2)
  }
  const margin = base.height * 0.5
  // A second row that ends early goes on in fillers that were too faint to be found.
  const faint = /\d[A-Z<0]{3}\d{7}[MFX<]\d{7}/.test(text) && text.length > 36 ? 44 - text.length : 0
  return [left - margin, right + margin + Math.max(0, faint) * (base.width / text.length)]
}

/** The same row from `left` to `right`, along its own slope where it is long enough to have one. */
const stretched = (
  strip: Strip,
  { base, left, right }: { base: Strip; left: number; right: number },
): Strip => {
  const isLong = strip.width > base.width * 0.5
  const { along } = seenFrom(base, strip)
  const own = isLong ? strip : { ...strip, angle: base.angle, bend: 0, taper: 0 }
  const centre = pointOn(own, (left + right) / 2 - along, 0)
  const height = Math.max(base.height * 0.85, Math.min(own.height, base.height * 1.15))
  const widened = (right - left) / own.width
  // A curve that is drawn out beyond its ends keeps its shape, not its depth.
  return {
    ...own,
    ...centre,
    width: right - left,
    height,
    bend: own.bend * Math.min(1.5, widened ** 2),
    taper: own.taper * widened,
  }
}
