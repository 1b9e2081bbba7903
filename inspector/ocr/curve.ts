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
export const solved = (rows: number[][]): number[] => {
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
