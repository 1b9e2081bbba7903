import type { TextLine } from '../ocr/lines.ts'
import type { Picture } from '../ocr/picture.ts'
import { type Box, pointOn, seenFrom } from '../ocr/strip.ts'
import { valueAtRank } from './rank.ts'

/** Distribution of brightness and colour over the printed part of a page. */
export interface ColourStatistics {
  /**
   * Share of the print, by length, that is lighter than its background: almost none in a document, all in a negative.
   */
  inverted: number
  /** Share of the points that are neither ink nor bare paper: the portrait, the background pattern. */
  between: number
  /**
   * Mean distance of the colours from the median one, as if the paper were as bright as can be (255). Close to 0 in
   * greyscale or with an even colour cast.
   */
  colour: number
}

/** A line must be this many times longer than high to tell ink from background. */
const longEnough = 4
/** Too few lines to measure a page. */
const leastLines = 3

/** Measures the part of a page that its lines cover. Null if it has too few long lines. */
export const colourStatisticsOf = (
  picture: Picture,
  { lines, turned }: { lines: TextLine[]; turned: number },
): ColourStatistics | null => {
  const boxes = lines.map(({ box }) => box)
  const long = boxes.filter(({ width, height }) => width > height * longEnough)
  if (long.length < leastLines) return null
  const points = pointsIn(picture, around(boxes, turned), [steps, steps])
  return { inverted: invertedOf(picture, long), between: betweenOf(points), colour: colourOf(points) }
}

/** The box around all lines, rotated as they are. */
const around = (boxes: Box[], angle: number): Box => {
  const page = { x: 0, y: 0, width: 0, height: 0, angle }
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const box of boxes) {
    const { along, across } = seenFrom(page, box)
    left = Math.min(left, along - box.width / 2)
    right = Math.max(right, along + box.width / 2)
    top = Math.min(top, across - box.height / 2)
    bottom = Math.max(bottom, across + box.height / 2)
  }
  const middle = pointOn(page, (left + right) / 2, (top + bottom) / 2)
  return { ...middle, angle, width: right - left, height: bottom - top }
}

/** Points sampled along each side of the page, and the parts along each side within which lighting is even. */
const [steps, parts] = [160, 5]

/** The sampled points of a page that lie inside the picture, one number of each kind per point. */
interface Seen {
  grey: Float64Array
  /** How much bluer and redder than grey. */
  blue: Float64Array
  red: Float64Array
  part: Uint8Array
}

const pointsIn = (
  { pixels, width: across, height: down }: Picture,
  box: Box,
  [wide, high]: [number, number],
): Seen => {
  const most = wide * high
  const [grey, blue, red] = [new Float64Array(most), new Float64Array(most), new Float64Array(most)]
  const part = new Uint8Array(most)
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  let count = 0
  for (let row = 0; row < high; row++)
    for (let column = 0; column < wide; column++) {
      // Without arrays, which would be allocated at every point.
      const u = (column + 0.5) / wide
      const v = (row + 0.5) / high
      const dx = (u - 0.5) * box.width
      const dy = (v - 0.5) * box.height
      const x = Math.floor(box.x + dx * cos - dy * sin)
      const y = Math.floor(box.y + dx * sin + dy * cos)
      if (x < 0 || y < 0 || x >= across || y >= down) continue
      const at = (y * across + x) * 3
      const light = (pixels[at] ?? 0) * 0.299 + (pixels[at + 1] ?? 0) * 0.587 + (pixels[at + 2] ?? 0) * 0.114
      grey[count] = light
      blue[count] = (pixels[at + 2] ?? 0) - light
      red[count] = (pixels[at] ?? 0) - light
      part[count++] = Math.floor(v * parts) * parts + Math.floor(u * parts)
    }
  const [greys, blues, reds] = [grey, blue, red].map((values) => values.subarray(0, count))
  return { grey: greys ?? grey, blue: blues ?? blue, red: reds ?? red, part: part.subarray(0, count) }
}

// Most of a line is background. The extreme farther from it, the darkest or the lightest, is the ink. The edge of a
// shadow crosses a line in one place, so each piece of a line is looked at by itself, and counts by its contrast.
const invertedOf = (picture: Picture, boxes: Box[]) => {
  let [inverted, all] = [0, 0]
  for (const box of boxes)
    for (let piece = 0; piece < pieces; piece++) {
      const { grey } = pointsIn(picture, pieceOf(box, piece), [100 / pieces, 6])
      const [dark, ground, light] = sharesOf(grey, [0.03, 0.5, 0.97])
      const isInverted = light - ground > ground - dark
      const weight = (box.width / pieces) * (isInverted ? light - ground : ground - dark)
      all += weight
      if (isInverted) inverted += weight
    }
  return all === 0 ? 0 : inverted / all
}

const pieces = 5

/** A part of a line, counted from its left end. */
const pieceOf = (box: Box, piece: number): Box => {
  const middle = pointOn(box, ((piece + 0.5) / pieces - 0.5) * box.width, 0)
  return { ...box, ...middle, width: box.width / pieces }
}

// A shadow makes paper grey, so each part of the page has its own background level.
const betweenOf = ({ grey, part }: Seen) => {
  const [ink] = sharesOf(grey, [0.01])
  const greysOf = Array.from({ length: parts ** 2 }, (): number[] => [])
  for (let at = 0; at < grey.length; at++) greysOf[part[at] ?? 0]?.push(grey[at] ?? 0)
  let between = 0
  for (const own of greysOf) {
    const [ground] = sharesOf(Float64Array.from(own), [0.9])
    const [low, high] = [ink + (ground - ink) * 0.2, ink + (ground - ink) * 0.9]
    for (const value of own) if (value > low && value < high) between++
  }
  return between / Math.max(1, grey.length)
}

/** Darker paper than this is not made up for, because the noise of a picture would look like colour. */
const leastGround = 85

// Little light makes colours as faint as the paper.
const colourOf = ({ grey, blue, red }: Seen) => {
  const [ground] = sharesOf(grey, [0.9])
  const [[usualBlue], [usualRed]] = [sharesOf(blue, [0.5]), sharesOf(red, [0.5])]
  let sum = 0
  for (let at = 0; at < blue.length; at++)
    sum += Math.hypot((blue[at] ?? 0) - usualBlue, (red[at] ?? 0) - usualRed)
  return ((sum / Math.max(1, blue.length)) * 255) / Math.max(leastGround, ground)
}

/** The values at the given quantiles. */
const sharesOf = <Shares extends number[]>(values: Float64Array, shares: readonly [...Shares]) => {
  const own = values.slice()
  return shares.map((share) => valueAtRank(own, Math.floor((own.length - 1) * share))) as {
    [At in keyof Shares]: number
  }
}
