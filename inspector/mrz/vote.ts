import type { Cell } from './character-candidates.ts'
import type { Span } from './formats.ts'

/** Readings that differ in more letters are of other columns. */
const mostDifferent = 2

/**
 * No check digit covers a name, so each of its letters is the one that most of three or more readings of its row see,
 * by the sum of their chances.
 */
export const votedNames = (cells: Cell[], readings: Cell[][], { from, to }: Span): Cell[] => {
  const alike = readings.filter((reading) => differences(reading, cells) <= mostDifferent)
  if (alike.length < 2) return cells
  return cells.map((cell, column) => {
    if (column < from || column >= to) return cell
    const sums = new Map<string, number>()
    for (const { letter, chance } of [cells, ...alike].flatMap((reading) => reading[column] ?? []))
      sums.set(letter, (sums.get(letter) ?? 0) + chance)
    const [letter, sum] = [...sums].reduce((most, entry) => (entry[1] > most[1] ? entry : most))
    return letter === cell.letter ? cell : { ...cell, letter, chance: sum / (alike.length + 1) }
  })
}

const differences = (some: Cell[], others: Cell[]) =>
  some.filter(({ letter }, column) => letter !== others[column]?.letter).length
