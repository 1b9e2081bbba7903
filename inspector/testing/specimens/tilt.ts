import { createCanvas } from '@napi-rs/canvas'
import type { Change } from './changes.ts'
import type { Random } from './random.ts'

interface Point {
  x: number
  y: number
}

/** Seen at an angle: the corners move by up to `share` of the sides, so that parallels converge. */
export const tilted =
  (share: number): Change =>
  (picture, random) => {
    const { width, height } = picture
    const from = picture.getContext('2d').getImageData(0, 0, width, height).data
    const canvas = createCanvas(width, height)
    const pen = canvas.getContext('2d')
    const picked = pen.createImageData(width, height)
    const source = sourceOf(cornersOf({ width, height, share }, random), { width, height })
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        copyPoint(picked.data, { at: (y * width + x) * 4, from, point: source(x, y), width, height })
    pen.putImageData(picked, 0, 0)
    return canvas
  }

const cornersOf = (
  { width, height, share }: { width: number; height: number; share: number },
  random: Random,
): [Point, Point, Point, Point] => {
  const inward = (size: number) => random.between(0.15, 1) * share * size
  return [
    { x: inward(width), y: inward(height) },
    { x: width - inward(width), y: inward(height) },
    { x: width - inward(width), y: height - inward(height) },
    { x: inward(width), y: height - inward(height) },
  ]
}

/**
 * Maps a point of the tilted picture to the original: the inverse of Heckbert's map from the unit square to a
 * quadrilateral (Fundamentals of Texture Mapping, 1989, section 2.2.3).
 */
const sourceOf = (
  [a, b, c, d]: [Point, Point, Point, Point],
  { width, height }: { width: number; height: number },
) => {
  const [p, q] = [
    { x: b.x - c.x, y: b.y - c.y },
    { x: d.x - c.x, y: d.y - c.y },
  ]
  const sum = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y }
  const by = p.x * q.y - q.x * p.y
  const g = (sum.x * q.y - q.x * sum.y) / by
  const h = (p.x * sum.y - sum.x * p.y) / by
  const [m0, m1] = [b.x - a.x + g * b.x, d.x - a.x + h * d.x]
  const [m3, m4] = [b.y - a.y + g * b.y, d.y - a.y + h * d.y]
  const inverse = [
    m4 - a.y * h,
    a.x * h - m1,
    m1 * a.y - a.x * m4,
    a.y * g - m3,
    m0 - a.x * g,
    a.x * m3 - m0 * a.y,
    m3 * h - m4 * g,
    m1 * g - m0 * h,
    m0 * m4 - m1 * m3,
  ]
  const row = (at: number, x: number, y: number) =>
    (inverse[at] ?? 0) * x + (inverse[at + 1] ?? 0) * y + (inverse[at + 2] ?? 0)
  return (x: number, y: number): Point => {
    const depth = row(6, x, y)
    return { x: (row(0, x, y) / depth) * width, y: (row(3, x, y) / depth) * height }
  }
}

interface Copy {
  at: number
  from: Uint8ClampedArray
  point: Point
  width: number
  height: number
}

const copyPoint = (to: Uint8ClampedArray, { at, from, point: { x, y }, width, height }: Copy) => {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return
  const [right, down] = [x - left, y - top]
  const start = (top * width + left) * 4
  for (let channel = 0; channel < 4; channel++) {
    const here = start + channel
    const below = here + width * 4
    const upper = (from[here] ?? 0) * (1 - right) + (from[here + 4] ?? 0) * right
    const lower = (from[below] ?? 0) * (1 - right) + (from[below + 4] ?? 0) * right
    to[at + channel] = upper * (1 - down) + lower * down
  }
}
