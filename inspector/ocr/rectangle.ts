import type { Box, Point } from './strip.ts'

/** The smallest rectangle around points, turned as they lie; its width is its long side. */
export const smallestRectangle = (points: Point[]): Box => {
  const corners = hullOf(points)
  let best: Box | undefined
  for (const [at, from] of corners.entries()) {
    const to = corners[(at + 1) % corners.length] ?? from
    const box = rectangleAt(corners, Math.atan2(to.y - from.y, to.x - from.x))
    if (!best || box.width * box.height < best.width * best.height) best = box
  }
  return lyingDown(best ?? rectangleAt(points, 0))
}

/** The rectangle around points whose text runs in a given direction. */
export const rectangleAt = (points: Point[], angle: number): Box => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const along = points.map(({ x, y }) => x * cos + y * sin)
  const across = points.map(({ x, y }) => y * cos - x * sin)
  const [left, right] = [Math.min(...along), Math.max(...along)]
  const [top, bottom] = [Math.min(...across), Math.max(...across)]
  const [u, v] = [(left + right) / 2, (top + bottom) / 2]
  // A row of pixels is one pixel high although its points lie on one line.
  const [width, height] = [right - left + 1, bottom - top + 1]
  return { x: u * cos - v * sin, y: u * sin + v * cos, width, height, angle }
}

/** Andrew's monotone chain. */
export const hullOf = (points: Point[]): Point[] => {
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

/** Text runs along the long side; which of its two ways is not known yet: -π/2 to π/2. */
const lyingDown = (box: Box): Box => {
  const long = box.width >= box.height
  const [width, height] = long ? [box.width, box.height] : [box.height, box.width]
  const angle = long ? box.angle : box.angle + Math.PI / 2
  return { ...box, width, height, angle: angle - Math.PI * Math.round(angle / Math.PI) }
}
