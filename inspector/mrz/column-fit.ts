import type { Reading } from '../ocr/recognise.ts'
import { fitted } from '../ocr/strip.ts'
import type { Cell } from './character-candidates.ts'
import { chancesBetween, type Peak } from './ctc-decode.ts'

/**
 * The columns of an MRZ row. Letters have one pitch, which changes evenly along the row in a photo taken at an angle.
 */
export interface Grid {
  /** Column of each letter, counted from the first. */
  columns: number[]
  /** Median distance between two columns, in steps of the recogniser. */
  pitch: number
  /** Distance of letters from their columns, as a share of the pitch. */
  scatter: number
}

/** Assigns a column to each letter. Null for too few letters. */
export const gridOf = (peaks: Peak[]): Grid | null => {
  if (peaks.length < 8) return null
  const gaps = peaks.slice(1).map(({ at }, i) => at - (peaks[i]?.at ?? 0))
  const pitch = middle(gaps)
  let columns = [0]
  for (const gap of gaps) columns.push((columns.at(-1) ?? 0) + Math.max(1, Math.round(gap / pitch)))
  for (let round = 0; round < 3; round++) columns = settled(peaks, columns)
  const [a, b, c] = curveOf(peaks, columns)
  const far = peaks.map(({ at }, i) =>
    Math.abs(at - (a + b * (columns[i] ?? 0) + c * (columns[i] ?? 0) ** 2)),
  )
  return { columns, pitch: b + c * (columns.at(-1) ?? 0), scatter: middle(far) / pitch }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const curveOf = (peaks: Peak[], columns: number[]) =>
  fitted(
    peaks.map(({ at }, i) => [columns[i] ?? 0, at]),
    2,
  )

// Moves each letter to the column that the others suggest. Two letters never share a column.
const settled = (peaks: Peak[], columns: number[]) => {
  const [a, b, c] = curveOf(peaks, columns)
  const moved: number[] = []
  for (const { at } of peaks) {
    let column = (at - a) / b
    for (let round = 0; round < 3; round++) column = (at - a - c * column ** 2) / b
    moved.push(Math.max((moved.at(-1) ?? -1) + 1, Math.round(column)))
  }
  return moved
}

/**
 * Returns possible rows of exactly `length` cells, most likely first: by the positions of the letters, counted from the
 * first letter or from the last, and once spread evenly from the first to the last.
 */
export const rowsFrom = (
  peaks: Peak[],
  { reading, length }: { reading: Reading; length: number },
): Cell[][] => {
  const grid = gridOf(peaks)
  if (!grid) return []
  const count = (grid.columns.at(-1) ?? 0) + 1
  const missing = length - count
  const shifts =
    missing === 0 ? [0] : [0, missing, ...(Math.abs(missing) > 1 ? [Math.trunc(missing / 2)] : [])]
  const place = { peaks, reading, length }
  const rows = shifts.map((shift) =>
    laidOut(
      grid.columns.map((column) => column + shift),
      place,
    ),
  )
  if (missing !== 0 && Math.abs(missing) <= 3) {
    const spread = grid.columns.map((column) => Math.round((column * (length - 1)) / (count - 1)))
    rows.push(laidOut(spread, place))
  }
  // In small print the positions are inaccurate, so the letters are also simply counted.
  if (peaks.length === length)
    rows.push(
      laidOut(
        peaks.map((_, at) => at),
        place,
      ),
    )
  return rows
}

interface Place {
  peaks: Peak[]
  reading: Reading
  length: number
}

const laidOut = (columns: number[], { peaks, reading, length }: Place): Cell[] => {
  const taken = new Map<number, Peak>()
  for (const [at, peak] of peaks.entries()) {
    const column = columns[at] ?? -1
    if (peak.chance > (taken.get(column)?.chance ?? 0)) taken.set(column, peak)
  }
  const [a, b, c] = curveOf(peaks, columns)
  return Array.from({ length }, (_, column) => {
    const at = a + b * column + c * column ** 2
    const isBehind = column > (columns.at(-1) ?? 0)
    // Beyond the end of the strip nothing was read, and the name may continue there.
    if (isBehind && at > reading.steps + b) return { letter: '<', chance: 0.2, others: new Map() }
    return taken.get(column) ?? unseen(chancesBetween(reading, at - b * 0.6, at + b * 0.6), isBehind)
  })
}

/** A letter that ran into its neighbours, or a filler if nothing was read at the end of the row. */
const unseen = (others: Map<string, number>, isBehind: boolean): Cell => {
  if (isBehind) return { letter: '<', chance: 0.6, others }
  const [letter, chance] = [...others].reduce<[string, number]>(
    (best, entry) => (entry[1] > best[1] ? entry : best),
    ['<', 0.3],
  )
  // The most likely character here is often the edge of a neighbour. Only fillers merge by themselves.
  return { letter, chance: Math.min(0.6, letter === '<' ? chance : chance * 0.2), others }
}
