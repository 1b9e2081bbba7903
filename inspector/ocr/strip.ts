/** Where something stands in a picture: its centre, its size along and across the text, in pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
  /** Radians that the text was turned clockwise; 0 runs to the right, π/2 runs down the picture. */
  angle: number
}

/** A box that follows its line: pages bend, and cameras look at them aslant. */
export interface Strip extends Box {
  /** Pixels by which the middle of the line lies below the chord between its ends. */
  bend: number
  /** How much higher the line is at its end than at its middle, as a share of `height`. */
  taper: number
}

export interface Point {
  x: number
  y: number
}

/** The same strip read the other way up. */
export const flipped = (strip: Strip): Strip => ({
  ...strip,
  angle: strip.angle + (strip.angle > 0 ? -Math.PI : Math.PI),
  bend: -strip.bend,
  taper: -strip.taper,
})

/** A point of the picture as seen along a box: `along` and `across` its text, from its centre. */
export const seenFrom = (box: Box, { x, y }: Point) => {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  const [dx, dy] = [x - box.x, y - box.y]
  return { along: dx * cos + dy * sin, across: dy * cos - dx * sin }
}

/** The point of the picture that lies so far along and across a box from its centre. */
export const pointOn = (box: Box, along: number, across: number): Point => {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  return { x: box.x + along * cos - across * sin, y: box.y + along * sin + across * cos }
}

/** How far the line lies below its box's middle, so far along it. */
export const sagAt = ({ bend, width }: Strip, along: number) => bend * (1 - (2 * along) ** 2 / width ** 2)

/** Radians between two directions, from -π to π. */
export const between = (a: number, b: number) => Math.atan2(Math.sin(a - b), Math.cos(a - b))

/** Numbers a + b·x + c·x², by least squares; `degree` 1 leaves c at 0. */
export const fitted = (points: [x: number, y: number][], degree: 1 | 2): [number, number, number] => {
  const size = degree + 1
  const rows = Array.from({ length: size }, (_, r) => [
    ...Array.from({ length: size }, (_, c) => sumOf(points, (x) => x ** (r + c))),
    sumOf(points, (x, y) => y * x ** r),
  ])
  const [a = 0, b = 0, c = 0] = solved(rows)
  return [a, b, c]
}

const sumOf = (points: [number, number][], term: (x: number, y: number) => number) =>
  points.reduce((sum, [x, y]) => sum + term(x, y), 0)

/** Gauss's elimination of a small system; what is not determined becomes 0. */
const solved = (rows: number[][]): number[] => {
  for (const [at] of rows.entries()) {
    const best = rows.findIndex((row, r) => r >= at && isLargest(row, rows.slice(at), at))
    const [pivot, here] = [rows[best] ?? [], rows[at] ?? []]
    rows[best] = here
    rows[at] = pivot
    const head = pivot[at] ?? 0
    if (Math.abs(head) < 1e-9) continue
    for (const [r, row] of rows.entries()) {
      if (r === at) continue
      const share = (row[at] ?? 0) / head
      rows[r] = row.map((value, c) => value - share * (pivot[c] ?? 0))
    }
  }
  return rows.map((row, at) => (Math.abs(row[at] ?? 0) < 1e-9 ? 0 : (row.at(-1) ?? 0) / (row[at] ?? 1)))
}

const isLargest = (row: number[], rows: number[][], at: number) =>
  Math.abs(row[at] ?? 0) >= Math.max(...rows.map((other) => Math.abs(other[at] ?? 0)))
