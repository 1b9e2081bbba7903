import type { Picture } from '../ocr/picture.ts'
import { type Reading, recognise } from '../ocr/recognise.ts'
import { between, pointOn, type Strip, seenFrom } from '../ocr/strip.ts'
import { gridOf } from './column-fit.ts'
import { lettersOf, meanChance, type Peak, peaksOf } from './ctc-decode.ts'

/** A strip read as if it were a row of a zone. */
export interface Row {
  strip: Strip
  reading: Reading
  peaks: Peak[]
  text: string
  /** How much it looks like a row of a zone; 1.5 and more is worth a closer look. */
  likeness: number
}

/** Fillers that are drawn too large are taken for K, C, S or E: rows are read with much room above and below. */
export const readRow = async (picture: Picture, strip: Strip, room = 1.35): Promise<Row> => {
  const reading = await recognise(picture, { ...strip, height: strip.height * room })
  const peaks = peaksOf(reading)
  const text = lettersOf(peaks)
  return { strip, reading, peaks, text, likeness: likenessOf(peaks, text) }
}

const seconds = /\d[A-Z<0]{3}[\dOISB]{7}[MFX<HN][\dOISB]{7}|^[\dOISB]{7}[MFX<HN][\dOISB]{7}/

/** A card's first row may be full of figures to its end. */
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

/** Strips of one line that the detector saw in parts, put together; the longest first. */
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
  // The line through both middles is level for both.
  const lean =
    part.width > part.height * 3 ? Math.atan2(across, along * Math.sign(along)) * Math.sign(along) : 0
  const angle = long.angle + lean * share
  const centre = pointOn(long, (left + right) / 2, across * share)
  return { ...long, ...centre, width: right - left, angle, bend: 0, taper: 0 }
}
