import { turned } from './crop.ts'
import { detector } from './models.ts'
import { type Picture, planesOf, resized } from './picture.ts'
import { type Box, fitted, type Point, pointOn, type Strip } from './strip.ts'

export interface Detection {
  /** Long side in pixels of the picture given to the network. */
  side: number
  /** Radians by which the picture is rotated back first: the network finds level lines best. */
  turn: number
}

const threshold = 0.3
const leastScore = 0.5
const leastPoints = 8
const leastHeight = 3
/** The network marks only the core of a line; the box grows by this factor (DB, Liao et al. 2020). */
const growth = 1.6
// The network's training values.
const mean = [0.485, 0.456, 0.406]
const deviation = [0.229, 0.224, 0.225]

/** Finds lines of print, each along its longer side. Does not yet tell which way up they are. */
export const findStrips = async (picture: Picture, { side, turn }: Detection): Promise<Strip[]> => {
  const shrink = side / Math.max(picture.width, picture.height)
  const small = await resized(picture, {
    width: Math.max(16, Math.round(picture.width * shrink)),
    height: Math.max(16, Math.round(picture.height * shrink)),
  })
  const { picture: seen, back } = turned(small, turn)
  const { numbers } = await detector(planesOf(seen, values), seen)
  const map = { values: numbers, width: seen.width, height: seen.height }
  return blobsOf(map, { threshold, least: leastPoints })
    .filter(({ score }) => score >= leastScore)
    .map(stripOf)
    .filter(({ height }) => height >= leastHeight)
    .map(grown)
    .map((strip) => ({ ...strip, ...back(strip), angle: strip.angle + turn }))
    .map((strip) => scaled(strip, 1 / shrink))
}

/** The network's input for each of the 256 values of each colour. */
const values = mean.map((middle, colour) =>
  Float32Array.from({ length: 256 }, (_, step) => (step / 255 - middle) / (deviation[colour] ?? 1)),
)

const stripOf = ({ points }: Blob): Strip => {
  const corners = hullOf(endsOf(points))
  const box = smallestRectangle(corners)
  return box.width > box.height * 6 ? fitCurve(box, { points, corners }) : { ...box, bend: 0, taper: 0 }
}

/** The first and the last point of each row: no other can be a corner. */
const endsOf = (points: number[]): Point[] => {
  const rows = new Map<number, [first: number, last: number]>()
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0]
    const row = rows.get(y)
    if (!row) rows.set(y, [x, x])
    else if (x < row[0]) row[0] = x
    else if (x > row[1]) row[1] = x
  }
  return [...rows].flatMap(([y, [first, last]]) => {
    const end = { x: first + 0.5, y: y + 0.5 }
    return first === last ? [end] : [end, { x: last + 0.5, y: y + 0.5 }]
  })
}

/** A long line is seldom straight, so its centre and height are followed from end to end. */
const fitCurve = (box: Box, { points, corners }: { points: number[]; corners: Point[] }): Strip => {
  const middles: [number, number][] = []
  const heights: [number, number][] = []
  for (const [along, top, bottom] of columnsOf(box, points)) {
    middles.push([along, (top + bottom) / 2])
    heights.push([along, bottom - top + 1])
  }
  const [shift, slope, sag] = fitted(middles, 2)
  const [height, growing] = fitted(heights, 1)
  const half = box.width / 2
  const angle = box.angle + Math.atan(slope / half)
  const level = rectangleAt(corners, angle)
  const centre = pointOn(box, 0, shift + sag)
  return { ...centre, width: level.width, height, angle, bend: -sag, taper: growing / height }
}

/** Top and bottom of the blob along its box, without the round ends. `along` runs from -1 to 1. */
const columnsOf = (box: Box, points: number[]) => {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  const columns = new Map<number, [top: number, bottom: number]>()
  for (let at = 0; at < points.length; at += 2) {
    const dx = (points[at] ?? 0) + 0.5 - box.x
    const dy = (points[at + 1] ?? 0) + 0.5 - box.y
    const along = dx * cos + dy * sin
    const across = dy * cos - dx * sin
    if (Math.abs(along) > box.width / 2 - box.height) continue
    const column = columns.get(Math.round(along))
    if (!column) columns.set(Math.round(along), [across, across])
    else if (across < column[0]) column[0] = across
    else if (across > column[1]) column[1] = across
  }
  return [...columns].map(([along, [top, bottom]]) => [(along * 2) / box.width, top, bottom] as const)
}

const grown = (strip: Strip): Strip => {
  const edge = (strip.width * strip.height * growth) / (2 * (strip.width + strip.height))
  return { ...strip, width: strip.width + 2 * edge, height: strip.height + 2 * edge }
}

const scaled = (strip: Strip, scale: number): Strip => ({
  ...strip,
  x: strip.x * scale,
  y: strip.y * scale,
  width: strip.width * scale,
  height: strip.height * scale,
  bend: strip.bend * scale,
})

/** Connected points, with their mean score. */
interface Blob {
  /** x and y alternating. */
  points: number[]
  score: number
}

interface HeatMap {
  values: Float32Array
  width: number
  height: number
}

/** Finds connected groups of points above a threshold, without the smallest. */
const blobsOf = (map: HeatMap, { threshold, least }: { threshold: number; least: number }): Blob[] => {
  const isTaken = new Uint8Array(map.values.length)
  const blobs: Blob[] = []
  for (let at = 0; at < map.values.length; at++) {
    if (isTaken[at] || (map.values[at] ?? 0) <= threshold) continue
    const blob = blobFrom(at, { map, isTaken, threshold })
    if (blob.points.length >= least * 2) blobs.push(blob)
  }
  return blobs
}

interface Search {
  map: HeatMap
  isTaken: Uint8Array
  threshold: number
}

const blobFrom = (start: number, { map, isTaken, threshold }: Search): Blob => {
  const { values, width } = map
  const points: number[] = []
  const open = [start]
  let sum = 0
  const visit = (at: number) => {
    if (isTaken[at] || (values[at] ?? 0) <= threshold) return
    isTaken[at] = 1
    open.push(at)
  }
  isTaken[start] = 1
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    points.push(x, (at - x) / width)
    sum += values[at] ?? 0
    if (x > 0) visit(at - 1)
    if (x < width - 1) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at + width < values.length) visit(at + width)
  }
  return { points, score: sum / (points.length / 2) }
}

/** The smallest rotated rectangle around the corners of a blob. Its width is its long side. */
const smallestRectangle = (corners: Point[]): Box => {
  let best: Box | undefined
  for (const [at, from] of corners.entries()) {
    const to = corners[(at + 1) % corners.length] ?? from
    const box = rectangleAt(corners, Math.atan2(to.y - from.y, to.x - from.x))
    if (!best || box.width * box.height < best.width * best.height) best = box
  }
  return alongLongSide(best ?? rectangleAt(corners, 0))
}

/** The rectangle around points for a given direction of text. */
const rectangleAt = (points: Point[], angle: number): Box => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const along = points.map(({ x, y }) => x * cos + y * sin)
  const across = points.map(({ x, y }) => y * cos - x * sin)
  const [left, right] = [Math.min(...along), Math.max(...along)]
  const [top, bottom] = [Math.min(...across), Math.max(...across)]
  const [u, v] = [(left + right) / 2, (top + bottom) / 2]
  // A row of pixels is one pixel high, although its points are on one line.
  const [width, height] = [right - left + 1, bottom - top + 1]
  return { x: u * cos - v * sin, y: u * sin + v * cos, width, height, angle }
}

/** Convex hull by Andrew's monotone chain. */
const hullOf = (points: Point[]): Point[] => {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  return [...chainOf(sorted), ...chainOf(sorted.toReversed())]
}

const chainOf = (sorted: Point[]) => {
  const chain: Point[] = []
  for (const point of sorted) {
    while (chain.length > 1 && !isLeftTurn(chain.at(-2), chain.at(-1), point)) chain.pop()
    chain.push(point)
  }
  chain.pop()
  return chain
}

const isLeftTurn = (a: Point | undefined, b: Point | undefined, c: Point) =>
  a !== undefined && b !== undefined && (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0

/** Text runs along the long side. Which of the two directions is not known yet: -π/2 to π/2. */
const alongLongSide = (box: Box): Box => {
  const long = box.width >= box.height
  const [width, height] = long ? [box.width, box.height] : [box.height, box.width]
  const angle = long ? box.angle : box.angle + Math.PI / 2
  return { ...box, width, height, angle: angle - Math.PI * Math.round(angle / Math.PI) }
}
