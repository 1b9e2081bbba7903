import { type Cell, uncertain } from './character-candidates.ts'
import { failing, isState, type Layout } from './formats.ts'
import { linesOf, type Place } from './repair.ts'

export const placeOfCode: Place = { row: 0, column: 0 }

/**
 * No digit covers the first letter, which a thumb may. Then all digits must hold behind a known state, and it counts as
 * guessed. Where nothing was seen of it, the row has lost a column. Undefined if that does not explain the rows.
 */
export const withoutCode = (layout: Layout, [first = [], ...others]: Cell[][]): Cell[][] | undefined => {
  const isChecked = layout.checked.some(({ name }) => name === 'composite')
  // "<GBRASHWORTH" is of Britain, and not of Brazil.
  return [[uncertain(undefined), ...first.slice(0, -1)], first.with(0, uncertain(undefined))]
    .map((row) => [row, ...others])
    .find((rows) => isChecked && isIssued(linesOf(rows)) && failing(layout, linesOf(rows)).length === 0)
}

const isIssued = ([first = '']: string[]) => isState(first.slice(2, 5).replace(/<+$/, ''))
