/** A rotated box in a picture: its centre, and its size along and across the text, in pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
  /** Clockwise rotation of the text in radians: 0 runs to the right, π/2 runs down the picture. */
  angle: number
}

/** A box that follows a curved or tapering line, as on bent pages or photos taken at an angle. */
export interface Strip extends Box {
  /** Pixels by which the middle of the line is below the chord between its ends. */
  bend: number
  /** How much higher the line is at its end than in its middle, as a fraction of `height`. */
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

/** Converts a point of the picture to coordinates `along` and `across` the text, from the centre of a box. */
export const seenFrom = (box: Box, { x, y }: Point) => {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  const [dx, dy] = [x - box.x, y - box.y]
  return { along: dx * cos + dy * sin, across: dy * cos - dx * sin }
}

/** Converts coordinates along and across a box, from its centre, to a point of the picture. */
export const pointOn = (box: Box, along: number, across: number): Point => {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  return { x: box.x + along * cos - across * sin, y: box.y + along * sin + across * cos }
}

/** How far the line is below its box's centre line, at a position along it. */
export const sagAt = ({ bend, width }: Strip, along: number) => bend * (1 - (2 * along) ** 2 / width ** 2)

/** Radians between two directions, from -π to π. */
export const between = (a: number, b: number) => Math.atan2(Math.sin(a - b), Math.cos(a - b))

/** Fits a + b·x + c·x² by least squares. With `degree` 1, c is 0. */
export const fitted = (points: [x: number, y: number][], degree: 1 | 2): [number, number, number] => {
  const size = degree + 1
  const powers = new Float64Array(size * 2 - 1)
  const products = new Float64Array(size)
  for (const [x, y] of points)
    for (let power = 0, value = 1; power < powers.length; power++, value *= x) {
      powers[power] = (powers[power] ?? 0) + value
      if (power < size) products[power] = (products[power] ?? 0) + y * value
    }
  const rows = Array.from({ length: size }, (_, r) => [...powers.subarray(r, r + size), products[r] ?? 0])
  const [a = 0, b = 0, c = 0] = solved(rows)
  return [a, b, c]
}

/** Solves a small linear system by Gaussian elimination. Undetermined values become 0. */
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
