import type { TextLine } from '../ocr/lines.ts'
import type { Picture } from '../ocr/picture.ts'
import { type Box, type Point, pointOn, seenFrom } from '../ocr/strip.ts'

/** How light, dark and colour lie on the printed part of a page. */
export interface ColourStatistics {
  /** Share of its print, by length, that is lighter than its ground: hardly any of a document, all of a negative. */
  inverted: number
  /** Share of it that is neither ink nor bare paper: the portrait, the pattern behind the print. */
  between: number
  /** How far its colours lie from the usual one, of 255; next to nothing on what is grey or of one cast. */
  colour: number
}

/** Print that is so much longer than high tells ink from ground. */
const longEnough = 4
/** Fewer lines are no page. */
const leastLines = 3

/** Measures the part of a page on which its lines stand; null where hardly any do. */
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

/** The box that all lines stand in, level with them. */
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

/** Points looked at along each side of the page, and the parts in each of which the light is even. */
const [steps, parts] = [160, 5]

interface Seen {
  grey: number
  /** How much bluer and redder than grey. */
  blue: number
  red: number
  part: number
}

const pointsIn = (picture: Picture, box: Box, [wide, high]: [number, number]): Seen[] => {
  const seen: Seen[] = []
  for (let row = 0; row < high; row++)
    for (let column = 0; column < wide; column++) {
      const [along, across] = [(column + 0.5) / wide, (row + 0.5) / high]
      const point = pointOn(box, (along - 0.5) * box.width, (across - 0.5) * box.height)
      const part = Math.floor(across * parts) * parts + Math.floor(along * parts)
      const colour = colourAt(picture, point)
      if (colour) seen.push({ ...colour, part })
    }
  return seen
}

const colourAt = ({ pixels, width, height }: Picture, { x, y }: Point): Omit<Seen, 'part'> | null => {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < 0 || row < 0 || column >= width || row >= height) return null
  const at = (row * width + column) * 3
  const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
  const grey = red * 0.299 + green * 0.587 + blue * 0.114
  return { grey, blue: blue - grey, red: red - grey }
}

// Most of a line is ground; whatever lies farther from it, the darkest or the lightest, is ink.
const invertedOf = (picture: Picture, boxes: Box[]) => {
  let [inverted, all] = [0, 0]
  for (const box of boxes) {
    const greys = pointsIn(picture, box, [100, 6]).map(({ grey }) => grey)
    const [dark, ground, light] = sharesOf(greys, [0.03, 0.5, 0.97])
    all += box.width
    if (light - ground > ground - dark) inverted += box.width
  }
  return inverted / all
}

// A shadow makes paper grey, so the ground is looked for in each part of the page by itself.
const betweenOf = (points: Seen[]) => {
  const [ink] = sharesOf(
    points.map(({ grey }) => grey),
    [0.01],
  )
  let between = 0
  for (const own of Map.groupBy(points, ({ part }) => part).values()) {
    const greys = own.map(({ grey }) => grey)
    const [ground] = sharesOf(greys, [0.9])
    const [low, high] = [ink + (ground - ink) * 0.2, ink + (ground - ink) * 0.9]
    between += greys.filter((grey) => grey > low && grey < high).length
  }
  return between / Math.max(1, points.length)
}

const colourOf = (points: Seen[]) => {
  const [blue, red] = [points.map((item) => item.blue), points.map((item) => item.red)]
  const [[usualBlue], [usualRed]] = [sharesOf(blue, [0.5]), sharesOf(red, [0.5])]
  const far = points.map((item) => Math.hypot(item.blue - usualBlue, item.red - usualRed))
  return far.reduce((sum, value) => sum + value, 0) / Math.max(1, far.length)
}

/** The values below which such shares of all lie. */
const sharesOf = <Shares extends number[]>(values: number[], shares: readonly [...Shares]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return shares.map((share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0) as {
    [At in keyof Shares]: number
  }
}
