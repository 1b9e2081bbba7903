import type { Cell } from './character-candidates.ts'
import type { Layout } from './formats.ts'

/** Cost of extending a name by one more letter instead of fillers up to the end. */
const costOfLetter = 0.7
/** Lowest probability that a clear letter is a filler. */
const leastChance = 0.003
/**
 * Probability given to a filler that was read as a letter: by its shape alone, and if the rules of the MRZ allow
 * nothing else.
 */
const [likely, sure] = [0.4, 0.7]

/**
 * Replaces letters after a name by fillers. Names are followed by fillers to the end of their row, and faint fillers
 * look like K, C, S or E, so the most likely end of the name is determined. Fillers after optional data are corrected
 * too.
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

/** After the second double filler no name can follow (ICAO Doc 9303 part 3 section 4.6). */
const secondGap = /(?<=^[A-Z]+(?:<[A-Z]+)*<<[A-Z]+(?:<[A-Z]+)*)<<[<KCSEXLFG]*$/

interface End {
  end: number
  /** Lowest probability that what was read as a letter after `end` is a filler. */
  least: number
}

const endOfName = (cells: Cell[]): End => {
  const gap = lettersOf(cells).search(secondGap)
  const end = endOf(cells)
  return gap < 0 || end < gap ? { end, least: likely } : { end: gap, least: sure }
}

// K and a filler have the same value modulo 10, so no check digit can tell them apart.
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

// A faint letter may also be the shadow of a filler.
const fillerChance = (cell: Cell | undefined) =>
  !cell || cell.letter === '<'
    ? (cell?.chance ?? 0)
    : Math.max(cell.others.get('<') ?? 0, (1 - cell.chance) * 0.3)

// A cell first read as a letter keeps a low confidence, because the end of a name may be lost here.
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
