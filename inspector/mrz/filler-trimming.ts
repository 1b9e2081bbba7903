import type { Cell } from './character-candidates.ts'
import type { Layout } from './formats.ts'

/** What it costs to go on reading a name by one more letter, against fillers up to the end. */
const costOfLetter = 0.7
/** A letter that is surely no filler still may be one, this seldom. */
const leastChance = 0.003
/** By their shapes alone letters behind a name are fillers; by the rules of the zone they can be nothing else. */
const [likely, sure] = [0.4, 0.7]

/**
 * Names are followed by fillers to the end of their row, and faint fillers look like K, C, S or E: the
 * likeliest end of the name is sought, and all behind it are fillers. So are those behind optional data.
 */
export const withTail = (layout: Layout, rows: Cell[][]): Cell[][] => {
  const ends = [
    ...layout.names.map((span) => ({ span, endOf: endOfName })),
    ...layout.optional.map((span) => ({ span, endOf: endOfData })),
  ]
  return ends.reduce((cells, { span, endOf }) => {
    const row = cells[span.row] ?? []
    const { end, least } = endOf(row.slice(span.from, span.to))
    const filled = row.map((cell, column) =>
      column >= end + span.from && column < span.to ? filler(cell, least) : cell,
    )
    return cells.with(span.row, filled)
  }, rows)
}

const lettersOf = (cells: Cell[]) => cells.map(({ letter }) => letter).join('')

/** Where two fillers stand for the second time, no name follows (ICAO Doc 9303 part 3 section 4.6). */
const secondGap = /(?<=^[A-Z]+(?:<[A-Z]+)*<<[A-Z]+(?:<[A-Z]+)*)<<[<KCSEXLFG]*$/

interface End {
  end: number
  /** The chance that what was taken for a letter behind it is a filler all the same. */
  least: number
}

const endOfName = (cells: Cell[]): End => {
  const gap = lettersOf(cells).search(secondGap)
  const end = endOf(cells)
  return gap < 0 || end < gap ? { end, least: likely } : { end: gap, least: sure }
}

// K counts as much as a filler in every check digit, so no digit tells them apart.
const endOfData = (cells: Cell[]): End => ({
  end: /(?<=<)[<K]*K[<K]*$/.exec(lettersOf(cells))?.index ?? cells.length,
  least: sure,
})

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
const filler = (cell: Cell, least: number): Cell => ({
  ...cell,
  letter: '<',
  chance:
    cell.letter !== '<'
      ? Math.max(least, fillerChance(cell))
      : cell.chance > 0.2
        ? Math.max(0.9, cell.chance)
        : cell.chance,
})
