import { type Blob, blobsOf } from './components.ts'
import { fitted } from './curve.ts'
import { detector } from './models.ts'
import { type Picture, resized } from './picture.ts'
import { rectangleAt, smallestRectangle } from './rectangle.ts'
import { type Box, type Point, pointOn, type Strip, seenFrom } from './strip.ts'
import { turned } from './turn.ts'

export interface Detection {
  /** Pixels along the long side at which the network looks. */
  side: number
  /** Radians by which the picture is turned back before it looks: it sees level lines best. */
  turn: number
}

const threshold = 0.3
const leastScore = 0.5
const leastPoints = 8
const leastHeight = 3
/** The network marks the heart of a line; its letters reach beyond it by so much (DB, Liao et al. 2020). */
const growth = 1.6
// What the network was trained with.
const mean = [0.485, 0.456, 0.406]
const deviation = [0.229, 0.224, 0.225]

/** Where lines of print stand, each lying along its longer side; which way up they read is not known yet. */
export const findStrips = async (picture: Picture, { side, turn }: Detection): Promise<Strip[]> => {
  const shrink = side / Math.max(picture.width, picture.height)
  const small = await resized(picture, {
    width: Math.max(16, Math.round(picture.width * shrink)),
    height: Math.max(16, Math.round(picture.height * shrink)),
  })
  const { picture: seen, back } = turned(small, turn)
  const { numbers } = await detector(planesOf(seen), seen)
  const map = { values: numbers, width: seen.width, height: seen.height }
  return blobsOf(map, { threshold, least: leastPoints })
    .filter(({ score }) => score >= leastScore)
    .map(stripOf)
    .filter(({ height }) => height >= leastHeight)
    .map(grown)
    .map((strip) => ({ ...strip, ...back(strip), angle: strip.angle + turn }))
    .map((strip) => scaled(strip, 1 / shrink))
}

const planesOf = ({ pixels, width, height }: Picture) => {
  const size = width * height
  const planes = new Float32Array(size * 3)
  for (let colour = 0; colour < 3; colour++) {
    const [middle = 0, spread = 1] = [mean[colour], deviation[colour]]
    for (let at = 0; at < size; at++)
      planes[colour * size + at] = ((pixels[at * 3 + colour] ?? 0) / 255 - middle) / spread
  }
  return planes
}

const stripOf = ({ points }: Blob): Strip => {
  const around: Point[] = []
  for (let at = 0; at < points.length; at += 2)
    around.push({ x: (points[at] ?? 0) + 0.5, y: (points[at + 1] ?? 0) + 0.5 })
  const box = smallestRectangle(around)
  return box.width > box.height * 6 ? followed(box, around) : { ...box, bend: 0, taper: 0 }
}

/** A long line seldom lies straight: its middle and its height are followed from end to end. */
const followed = (box: Box, points: Point[]): Strip => {
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
  const level = rectangleAt(points, angle)
  const centre = pointOn(box, 0, shift + sag)
  return { ...centre, width: level.width, height, angle, bend: -sag, taper: growing / height }
}

/** Top and bottom of the blob along its box; the round ends are left out. `along` runs from -1 to 1. */
const columnsOf = (box: Box, points: Point[]) => {
  const columns = new Map<number, [top: number, bottom: number]>()
  for (const point of points) {
    const { along, across } = seenFrom(box, point)
    if (Math.abs(along) > box.width / 2 - box.height) continue
    const [top, bottom] = columns.get(Math.round(along)) ?? [across, across]
    columns.set(Math.round(along), [Math.min(top, across), Math.max(bottom, across)])
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
