import type { Picture } from '../ocr/picture.ts'
import { type Reading, recognise } from '../ocr/recognise.ts'
import { between, pointOn, type Strip, seenFrom } from '../ocr/strip.ts'
import { gridOf } from './column-fit.ts'
import { lettersOf, meanChance, type Peak, peaksOf } from './ctc-decode.ts'

/** A strip read as a possible MRZ row. */
export interface Row {
  strip: Strip
  reading: Reading
  peaks: Peak[]
  text: string
  /** How much it looks like an MRZ row. From `likely` on it is worth a closer look. */
  likeness: number
  /** A reading that only has a vote on names: it was not made for a row of this kind. */
  isVoter?: boolean
}

export const likely = 1.5

/** If fillers are drawn too large they are read as K, C, S or E, so a row gets a wide margin above and below. */
export const readRow = async (picture: Picture, strip: Strip, room = 1.35): Promise<Row> => {
  return rowFrom(strip, await recognise(picture, { ...strip, height: strip.height * room }))
}

/** Makes a row of a strip that was already read. */
export const rowFrom = (strip: Strip, reading: Reading): Row => {
  const peaks = peaksOf(reading)
  const text = lettersOf(peaks)
  return { strip, reading, peaks, text, likeness: likenessOf(peaks, text) }
}

const seconds = /\d[A-Z<0]{3}[\dOISB]{7}[MFX<HN][\dOISB]{7}|^[\dOISB]{7}[MFX<HN][\dOISB]{7}/

/** The first row of a card may be full of figures to its end. */
const firstOfCard = /^[ACI1][A-Z<][A-Z<]{3}[A-Z\d<]{9}[\d<]/

const likenessOf = (peaks: Peak[], text: string) => {
  if (text.length < 20) return 0
  const sure = meanChance(peaks)
  const fillers = peaks.filter(({ letter, chance }) => letter === '<' && chance > 0.4).length
  // A line of a letter or bill has none of these.
  const figures = text.replace(/\D/g, '').length
  const isNumbered = figures >= 8 && firstOfCard.test(text)
  if (fillers < 3 && !seconds.test(text) && !isNumbered) return 0
  let sum = sure > 0.6 ? 1 : 0
  if (fillers >= 3) sum += 1
  if (fillers >= 8) sum += 0.5
  if (/^[PIACV][A-Z<][A-Z<]{3}/.test(text)) sum += 0.5
  if (seconds.test(text)) sum += 1
  if (figures > 12) sum += 0.5
  if (text.length >= 28 && text.length <= 46) sum += 0.5
  if ((gridOf(peaks)?.scatter ?? 1) > 0.25) sum -= 0.5
  return sure > 0.35 ? sum : sum * 0.3
}

/** Joins strips of one line that the detector found in parts. Longest first. */
export const joinedStrips = (strips: Strip[]): Strip[] => {
  const joined: Strip[] = []
  for (const strip of strips.toSorted((a, b) => b.width - a.width)) {
    const at = joined.findIndex((other) => isContinued(other, strip))
    const other = joined[at]
    if (other) joined[at] = together(other, strip)
    else joined.push(strip)
  }
  return joined.toSorted((a, b) => b.width - a.width)
}

const isContinued = (long: Strip, part: Strip) => {
  const { along, across } = seenFrom(long, part)
  const gap = Math.abs(along) - (long.width + part.width) / 2
  const isAlike = Math.abs(part.height / long.height - 1) < 0.6
  const isLevel = part.width < part.height * 2 || Math.abs(between(part.angle, long.angle)) < 0.15
  return (
    isAlike &&
    isLevel &&
    gap < long.height * 3 &&
    gap > -0.5 * Math.min(part.width, long.width) &&
    Math.abs(across) < Math.min(part.height, long.height) * 0.45
  )
}

const together = (long: Strip, part: Strip): Strip => {
  const { along, across } = seenFrom(long, part)
  const left = Math.min(-long.width / 2, along - part.width / 2)
  const right = Math.max(long.width / 2, along + part.width / 2)
  const share = part.width / (part.width + long.width)
  // The line through both centres is level for both parts.
  const lean =
    part.width > part.height * 3 ? Math.atan2(across, along * Math.sign(along)) * Math.sign(along) : 0
  const angle = long.angle + lean * share
  const centre = pointOn(long, (left + right) / 2, across * share)
  return { ...long, ...centre, width: right - left, angle, bend: 0, taper: 0 }
}

/** A position above or below the first row found, measured along that row. */
interface Place {
  across: number
  strip: Strip
  /** Nothing was detected here, but a row may be too faint. */
  isGuessed: boolean
}

/** Distance of rows, in multiples of their height. */
const spacing = 1.35
const mostLevels = 5
/** Margin for a second reading at another letter size. */
const secondRoom = 1.5

/**
 * Reads the rows around a likely MRZ row again, each over the full length of the longest, because detectors cut off
 * faint ends. Top row first, each with all its readings.
 */
export const readStack = async (
  picture: Picture,
  { seed, rows, strips, earlier }: { seed: Row; rows: Row[]; strips: Strip[]; earlier: Row[] },
): Promise<Stack> => {
  const places = placesAround(seed.strip, strips).map((place) => {
    const isHere = (row: Row) =>
      Math.abs(seenFrom(seed.strip, row.strip).across - place.across) < seed.strip.height * 0.3
    const voters = earlier.filter(isHere).map((row) => ({ ...row, isVoter: true }))
    return { ...place, before: rows.find(isHere), voters }
  })
  const [left, right] = reachOf(seed, places)
  const levelOf = async ({ strip, before, voters }: (typeof places)[number]): Promise<Level> => {
    const again = await readRow(picture, stretched(strip, { base: seed.strip, left, right }), secondRoom)
    return [again, ...(before ? [before] : []), ...voters]
  }
  const levels = new Map<Place, Level>()
  for (const place of places) if (!place.isGuessed) levels.set(place, await levelOf(place))
  const levelsRead = () =>
    places.flatMap((place) => [levels.get(place)].filter((level) => level !== undefined))
  const whole = async () => {
    for (const place of places) if (!levels.has(place)) levels.set(place, await levelOf(place))
    return levelsRead()
  }
  return { seen: levelsRead(), whole }
}

/** One row of a stack, with all its readings. */
export type Level = Row[]

interface Stack {
  /** The rows that were detected. */
  seen: Level[]
  /** Includes guessed rows, which were too faint to detect or far apart. */
  whole: () => Promise<Level[]>
}

const placesAround = (base: Strip, strips: Strip[]): Place[] => {
  const levels: Place[] = [{ across: 0, strip: base, isGuessed: false }]
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

const guess = (base: Strip, across: number): Place => ({
  across,
  strip: { ...base, ...pointOn(base, 0, across) },
  isGuessed: true,
})

/** The left and right ends of the rows, measured along the first. */
const reachOf = (seed: Row, levels: (Place & { before: Row | undefined })[]): [number, number] => {
  const { strip: base } = seed
  let [left, right] = [-base.width / 2, base.width / 2]
  for (const { strip, isGuessed, before } of levels) {
    if (isGuessed || strip.width < base.width * 0.5) continue
    const { along } = seenFrom(base, strip)
    // Lines of a page on which the document lies extend far beyond it.
    const isFar = Math.abs(along) + strip.width / 2 > base.width * 0.65
    if (isFar && (before?.likeness ?? 0) < likely) continue
    left = Math.min(left, along - strip.width / 2)
    right = Math.max(right, along + strip.width / 2)
  }
  const margin = base.height * 0.5
  for (const row of [seed, ...levels.flatMap(({ before }) => before ?? [])])
    right = Math.max(right, seenFrom(base, row.strip).along + row.strip.width / 2 + faintEndOf(row))
  return [left - margin, right + margin]
}

/** The second row of a passport or wide card, and that of a small card, whose length tells that of all rows. */
const [ofTwo, ofThree] = [/\d[A-Z<0]{3}\d{7}[MFX<]\d{7}/, /^\d{7}[MFX<]\d{7}[A-Z<0]{3}/]

/** Returns how far a row goes on with fillers, and the digit behind them, that were too faint to detect. */
const faintEndOf = ({ text, strip }: Row) => {
  const length = ofThree.test(text) ? 30 : !ofTwo.test(text) ? 0 : text.length > 36 ? 44 : 36
  return Math.max(0, length - text.length) * (strip.width / text.length)
}

/** Extends a row from `left` to `right`, along its own slope if it is long enough to have one. */
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
  // Extending a curve keeps its curvature, so its depth grows, but at most by half.
  return {
    ...own,
    ...centre,
    width: right - left,
    height,
    bend: own.bend * Math.min(1.5, widened ** 2),
    taper: own.taper * widened,
  }
}
