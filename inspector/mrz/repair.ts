import { alternatives, type Cell } from './character-candidates.ts'
import { type CheckedField, failing, isCheckDigitRight, type Layout } from './formats.ts'

export interface Place {
  row: number
  column: number
}

export interface Repaired {
  cells: Cell[][]
  /** Positions of letters that were changed to make a check digit right. */
  places: Place[]
}

/** With more changed letters it would no longer be a reading. */
const mostRepairs = 2
/** A repair must be this many times as likely as the next best, or it would be a guess. */
const lead = 3

/**
 * Makes wrong check digits right by changing one letter each, if one change is clearly more likely than every other.
 * All zeros of a number that were read as O count as one change. The composite check digit decides between changes.
 * Otherwise the check digit stays wrong.
 */
export const repaired = (layout: Layout, rows: Cell[][]): Repaired => {
  let cells = rows
  const places: Place[] = []
  const fields = layout.checked.filter(({ name }) => name !== 'composite')
  for (const field of [...fields, ...layout.checked.filter(({ name }) => name === 'composite')]) {
    if (isCheckDigitRight(linesOf(cells), field)) continue
    // A wrong part makes the composite wrong too, so the part must be repaired first.
    if (field.name === 'composite' && failing(layout, linesOf(cells)).length > 1) break
    const zeros = zerosIn(field, cells)
    if (zeros.length > 0 && isCheckDigitRight(linesOf(withZeros(cells, zeros)), field)) {
      cells = withZeros(cells, zeros)
      places.push(...zeros)
      continue
    }
    const change = changeFor(field, { layout, cells })
    if (!change || places.length >= mostRepairs) continue
    cells = changed(cells, change)
    places.push(change)
  }
  return { cells, places }
}

// Many cameras cannot tell O from 0, and then all of them in a number are misread alike.
const zerosIn = ({ name, over }: CheckedField, cells: Cell[][]): Place[] =>
  name === 'documentNumber'
    ? over.flatMap(({ row, from, to }) =>
        (cells[row] ?? []).flatMap(({ letter }, column) =>
          letter === 'O' && column >= from && column < to ? [{ row, column }] : [],
        ),
      )
    : []

const withZeros = (cells: Cell[][], zeros: Place[]) =>
  zeros.reduce((rows, place) => changed(rows, { ...place, letter: '0', ratio: 0.5 }), cells)

export const linesOf = (rows: Cell[][]) => rows.map((row) => row.map(({ letter }) => letter).join(''))

interface Change extends Place {
  letter: string
  ratio: number
  /** Check digits that are still wrong after it. */
  left: number
}

const changeFor = (field: CheckedField, zone: { layout: Layout; cells: Cell[][] }): Change | undefined => {
  const { layout, cells } = zone
  const changes = placesOf(field, layout)
    .flatMap(({ row, column }) => {
      const cell = cells[row]?.[column]
      const kind = layout.rows[row]?.[column] ?? ''
      return cell ? alternatives(cell, kind).map((other) => ({ row, column, ...other })) : []
    })
    .map((change) => ({ ...change, lines: linesOf(changed(cells, change)) }))
    .filter(({ lines }) => isCheckDigitRight(lines, field))
    .map(({ lines, ...change }) => ({ ...change, left: failing(layout, lines).length }))
    .toSorted((a, b) => a.left - b.left || b.ratio - a.ratio)
  const [best, rival] = changes
  if (!best) return undefined
  const isLikely = best.ratio > 0.01 || (best.left === 0 && best.ratio > 0.0015)
  const isClear = !rival || rival.left > best.left || best.ratio > lead * rival.ratio
  return isLikely && isClear ? best : undefined
}

// For the composite only its own digit and the optional data may change: every other letter had its turn before.
const placesOf = (field: CheckedField, layout: Layout): Place[] => {
  const uncovered = field.name === 'composite' ? layout.optional : field.over
  const columns = uncovered.flatMap(({ row, from, to }) =>
    Array.from({ length: to - from }, (_, at) => ({ row, column: from + at })),
  )
  return [...columns, field.digit]
}

const changed = (rows: Cell[][], { row, column, letter, ratio }: Omit<Change, 'left'>) =>
  rows.map((cells, r) =>
    r !== row
      ? cells
      : cells.map((cell, c) => (c === column ? { ...cell, letter, chance: Math.min(0.5, ratio) } : cell)),
  )
