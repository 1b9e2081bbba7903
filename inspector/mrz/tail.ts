import type { Cell } from './cells.ts'
import type { Layout } from './formats.ts'

/** What it costs to go on reading a name by one more letter, against fillers up to the end. */
const costOfLetter = 0.7
/** A letter that is surely no filler still may be one, this seldom. */
const leastChance = 0.003

/**
 * Names are followed by fillers to the end of their row, and faint fillers look like K, C, S or E: the
 * likeliest end of the name is sought, and all behind it are fillers.
 */
export const withTail = (layout: Layout, rows: Cell[][]): Cell[][] => {
  const spans = layout.names
  return rows.map((cells, row) => {
    const span = spans.find((one) => one.row === row)
    if (!span) return cells
    const end = endOf(cells.slice(span.from, span.to)) + span.from
    return cells.map((cell, column) => (column >= end && column < span.to ? filler(cell) : cell))
  })
}

const endOf = (cells: Cell[]) => {
  let [best, end, cost] = [0, cells.length, 0]
  for (let at = cells.length - 1; at >= 1; at--) {
    cost += -Math.log(Math.max(leastChance, fillerChance(cells[at]))) - costOfLetter
    if (cost < best) [best, end] = [cost, at]
  }
  return end
}

// A letter that was hardly seen is as likely the shadow of a filler.
const fillerChance = (cell: Cell | undefined) =>
  !cell || cell.letter === '<'
    ? (cell?.chance ?? 0)
    : Math.max(cell.others.get('<') ?? 0, (1 - cell.chance) * 0.3)

// What was taken for a letter first stays a doubt: the end of a name may be lost here.
const filler = (cell: Cell): Cell => ({
  ...cell,
  letter: '<',
  chance:
    cell.letter !== '<'
      ? Math.max(0.4, fillerChance(cell))
      : cell.chance > 0.2
        ? Math.max(0.9, cell.chance)
        : cell.chance,
})
