import type { Segment } from '../read/lines.ts'
import { findStrips } from './detect.ts'
import type { Picture } from './picture.ts'
import { type Decoded, decoded, type Reading, recognise } from './recognise.ts'
import { type Box, between, flipped, type Strip, seenFrom } from './strip.ts'

export interface TextLine {
  text: string
  /** Mean probability of its letters, 0 to 1. */
  confidence: number
  /** Its position. The angle is the reading direction. */
  box: Strip
  /** The network's full output for a long line, which may be an MRZ row. */
  reading?: Reading
}

export interface PageLines {
  /** In reading order. */
  lines: TextLine[]
  /** Clockwise rotation of the page in radians, -π to π. */
  turned: number
}

/** Long side in pixels at which lines are detected. */
const side = 960
/** Print lower than this at detection is fragmented, so it is detected again at a larger size. */
const leastSeen = 13
const nearer = 1344
/** More lines than a dense page of small print has. The rest is not read. */
const mostLines = 160
const leastConfidence = 0.5

/** Reads every line of print in the picture, in reading order, in any orientation. */
export const readLines = async (picture: Picture): Promise<PageLines> => {
  const { strips: found, turn } = await locateLines(picture)
  // On a page on its side, lines may point up or down, so all are made to face one way first.
  const strips = found.map((strip) => facing(strip, turn))
  const telling = await readBothWays(picture, strips)
  const turned = isUpsideDown(telling) ? between(turn + Math.PI, 0) : turn
  const lines: TextLine[] = []
  for (const strip of strips.slice(0, mostLines)) {
    const box = facing(strip, turned)
    const known = telling.get(strip)?.[box === strip ? 'as' : 'over']
    const line = known ? { ...known, box } : await readLine(picture, box)
    if (line.text !== '' && line.confidence >= leastConfidence) lines.push(line)
  }
  return { lines: inReadingOrder(lines, turned), turned }
}

const readLine = async (picture: Picture, box: Strip): Promise<TextLine> => {
  const reading = await recognise(picture, box)
  return { ...decoded(reading), box, ...(box.width > box.height * longEnough && { reading }) }
}

const longEnough = 9

/** A second detection needs this many lines of small print. */
const leastSmall = 3

/**
 * Returns the same lines, plus small print that was fragmented or cut off, from a second detection at a larger size.
 * Does not read a line again.
 */
export const readNearer = async (picture: Picture, { lines, turned }: PageLines): Promise<PageLines> => {
  const boxes = lines.map(({ box }) => box)
  const small = boxes.filter(({ height }) => seenHigh(height, picture) < leastSeen)
  if (small.length < leastSmall || isSmall(boxes, picture)) return { lines, turned }
  const turn = between(turned * 2, 0) / 2
  const found: TextLine[] = []
  for (const strip of levelled(await findStrips(picture, { side: nearer, turn }), turn).slice(0, mostLines)) {
    const box = facing(strip, turned)
    if (boxes.some((known) => isWithin(box, known))) continue
    const line = { ...decoded(await recognise(picture, box)), box }
    if (line.text !== '' && line.confidence >= leastConfidence) found.push(line)
  }
  const whole = lines.filter(({ box }) => !found.some((line) => isWithin(box, line.box)))
  return { lines: inReadingOrder([...whole, ...found], turned), turned }
}

/** Whether one strip lies within another. Its ends may protrude by half a letter. */
const isWithin = (part: Strip, whole: Strip) => {
  const { along, across } = seenFrom(whole, part)
  const isLevel = Math.abs(across) < whole.height * 0.4
  return isLevel && Math.abs(along) + part.width / 2 < whole.width / 2 + whole.height * 0.3
}

/**
 * Finds strips of print and their direction, -π/2 to π/2. If the page is not level or its print is small, detects
 * twice.
 */
export const locateLines = async (picture: Picture) => {
  const first = await findStrips(picture, { side, turn: 0 })
  const leaning = leaningOf(first)
  const isFar = isSmall(first, picture)
  if (Math.abs(leaning) < mostLeaning && !isFar) return { strips: levelled(first, leaning), turn: leaning }
  const second = await findStrips(picture, { side: isFar ? nearer : side, turn: leaning })
  // Vertical large print is detected as well, but its long lines break when the picture is rotated.
  const isBroken = !isFar && aslant(leaning) < mostLeaning && slimmest(second) < slimmest(first) * 0.8
  const better = lengthOf(second) > lengthOf(first) * 0.8 && !isBroken ? second : first
  const turn = leaningOf(better)
  return { strips: levelled(better, turn), turn }
}

/** Radians up to which print is detected well without rotation. Much vertical print would be missed. */
const mostLeaning = 0.14

/** Radians to the nearest horizontal or vertical. */
const aslant = (turn: number) => Math.abs(between(turn * 4, 0)) / 4

const lengthOf = (strips: Strip[]) => strips.reduce((sum, { width }) => sum + width, 0)

const slimmest = (strips: Strip[]) => Math.max(0, ...strips.map(({ width, height }) => width / height))

const isSmall = (strips: Strip[], picture: Picture) => {
  const heights = strips.map((strip) => strip.height).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)]
  return usual !== undefined && seenHigh(usual, picture) < leastSeen
}

/** Height of the picture's print at the first detection. */
const seenHigh = (height: number, { width, height: high }: Picture) => (height * side) / Math.max(width, high)

interface BothWays {
  as: Decoded
  /** The line read the other way up. Null if that was not needed. */
  over: Decoded | null
}

/** In 50 pictures, upside-down lines were read with at most this confidence: 0.54 on average, most near 0.3. */
const surelyUpright = 0.8

/** Reads the five largest lines that are long enough to tell which way is up, largest first. */
const readBothWays = async (picture: Picture, strips: Strip[]) => {
  const telling = strips
    .filter(({ width, height }) => width > height * 3 && width < height * 18)
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, 5)
  const read = new Map<Strip, BothWays>()
  let [sure, all] = [0, 0]
  for (const strip of telling) {
    const as = decoded(await recognise(picture, strip))
    read.set(strip, { as, over: null })
    sure += as.confidence * weightOf(strip)
    all += weightOf(strip)
  }
  if (read.size >= enoughTelling && sure > all * surelyUpright) return read
  for (const [strip, { as }] of read)
    read.set(strip, { as, over: decoded(await recognise(picture, flipped(strip))) })
  return read
}
const enoughTelling = 3

/** Upside-down words get low confidence, so the direction with the higher confidence wins. */
const isUpsideDown = (telling: Map<Strip, BothWays>) => {
  let favour = 0
  for (const [strip, { as, over }] of telling)
    favour += (as.confidence - (over?.confidence ?? 0)) * weightOf(strip)
  return favour < 0
}

/** Weight of a line in the vote. */
const weightOf = ({ width, height }: Strip) => Math.sqrt(width / height)

export const facing = (strip: Strip, turned: number) =>
  Math.abs(between(strip.angle, turned)) > Math.PI / 2 ? flipped(strip) : strip

const inReadingOrder = (lines: TextLine[], turned: number) => {
  const page = { x: 0, y: 0, width: 0, height: 0, angle: turned }
  const placed = lines.map((line) => ({ line, ...seenFrom(page, line.box) }))
  placed.sort((a, b) => a.across - b.across)
  const rows: (typeof placed)[] = []
  for (const item of placed) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && item.across - first.across < first.line.box.height * 0.5) row.push(item)
    else rows.push([item])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.along - b.along).map(({ line }) => line))
}

/** The direction of most print, -π/2 to π/2: each line has a vote, weighted by its length. */
const leaningOf = (strips: Strip[]) => {
  const voters = strips.filter(({ width, height }) => width > height * 2.5)
  const votes = voters.map(({ angle, width }) => ({ angle, width }))
  // Otherwise lines in another direction, such as a number up the side of a page, would distort the result.
  const peak = votes.toSorted((a, b) => support(b.angle, votes) - support(a.angle, votes))[0]
  if (!peak) return 0
  let [x, y] = [0, 0]
  for (const { angle, width } of votes) {
    if (apart(angle, peak.angle) > 0.26) continue
    x += Math.cos(2 * angle) * width
    y += Math.sin(2 * angle) * width
  }
  return Math.atan2(y, x) / 2
}

const support = (angle: number, votes: { angle: number; width: number }[]) =>
  votes.reduce((sum, vote) => sum + (apart(vote.angle, angle) < 0.17 ? vote.width : 0), 0)

/** Radians between two undirected lines. */
const apart = (a: number, b: number) => Math.abs(between(2 * a, 2 * b)) / 2

/** The direction of a short word is unreliable, so it takes that of the page. Other lines keep their own. */
const levelled = (strips: Strip[], leaning: number): Strip[] =>
  strips.map((strip) => {
    const isSquare = strip.width < strip.height * 2.5
    if (!isSquare && apart(strip.angle, leaning) < 0.35) return strip
    if (!isSquare) return strip
    const isAcross = apart(strip.angle, leaning) > Math.PI / 4
    const [width, height] = isAcross ? [strip.height, strip.width] : [strip.width, strip.height]
    return { ...strip, width, height, angle: leaning }
  })

/** Converts lines of a picture to segments of the upright page. */
export const segmentsOfLines = (
  { lines, turned }: { lines: TextLine[]; turned: number },
  picture: Picture,
  page: number,
): Segment[] => {
  const [cos, sin] = [Math.cos(-turned), Math.sin(-turned)]
  const placed = lines.map(({ text, confidence, box }) => {
    const [dx, dy] = [box.x - picture.width / 2, box.y - picture.height / 2]
    const [x, y] = [dx * cos - dy * sin, dx * sin + dy * cos]
    const height = box.height * 0.75
    const width = box.width - box.height * 0.4
    return {
      text,
      page,
      x: x - width / 2,
      right: x + width / 2,
      baseline: y + height * 0.35,
      height,
      confidence,
      place: placeOf(box, picture),
    }
  })
  const top = Math.min(...placed.map(({ baseline }) => baseline))
  const bottom = Math.max(...placed.map(({ baseline }) => baseline))
  return placed.map((item) => ({
    ...item,
    depth: 0.04 + (0.92 * (item.baseline - top)) / Math.max(1, bottom - top),
  }))
}

/** The upright region of the picture that contains a box, in fractions of it. */
const placeOf = ({ x, y, width, height, angle }: Box, picture: Picture) => {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const [wide, high] = [width * cos + height * sin, width * sin + height * cos]
  return {
    x: (x - wide / 2) / picture.width,
    y: (y - high / 2) / picture.height,
    width: wide / picture.width,
    height: high / picture.height,
  }
}
