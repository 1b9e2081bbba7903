import type { Reading } from '../ocr/recognise.ts'
import { fitted } from '../ocr/strip.ts'
import type { Cell } from './character-candidates.ts'
import { chancesBetween, type Peak } from './ctc-decode.ts'

/** Letters of a zone stand at one pitch, which a camera aslant lets grow evenly along the row. */
export interface Grid {
  /** Columns counted from the first letter seen. */
  columns: number[]
  /** Steps between two columns, in the middle. */
  pitch: number
  /** How far letters stand from their columns, as a share of the pitch. */
  scatter: number
}

/** The column of each letter; null for too few letters. */
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

// Each letter moves to the column that the others say; two letters never share one while there is room.
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
 * Rows of exactly `length` cells that the letters may have been: as their places say, counted from the first
 * letter or from the last, and once spread evenly from the first to the last. Likeliest first.
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
  // Counted by letters alone: right where small print lets places wander.
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
    // What lies beyond the strip was not looked at, and may be more of a name.
    if (isBehind && at > reading.steps + b) return { letter: '<', chance: 0.2, others: new Map() }
    return taken.get(column) ?? unseen(chancesBetween(reading, at - b * 0.6, at + b * 0.6), isBehind)
  })
}

/** A letter that ran into its neighbours; a filler where nothing was seen, as at the end of names. */
const unseen = (others: Map<string, number>, isBehind: boolean): Cell => {
  if (isBehind) return { letter: '<', chance: 0.6, others }
  const [letter, chance] = [...others].reduce<[string, number]>(
    (best, entry) => (entry[1] > best[1] ? entry : best),
    ['<', 0.3],
  )
  // The likeliest sign here is often the edge of a neighbour: only fillers run together by themselves.
  return { letter, chance: Math.min(0.6, letter === '<' ? chance : chance * 0.2), others }
}
