import { bestAllowed, type Cell, certain, uncertain } from './character-candidates.ts'
import { placeOfCode, withoutCode } from './covered-code.ts'
import { withTail } from './filler-trimming.ts'
import {
  type CheckedField,
  continuationOf,
  failing,
  isCheckDigitRight,
  isState,
  type Layout,
  layouts,
  type MrzFormat,
  type Span,
  textOf,
} from './formats.ts'
import { linesOf, type Place, repaired } from './repair.ts'

export type { MrzFormat } from './formats.ts'

export interface MrzField {
  value: string
  /** Whether a letter or its digit was changed to make the check digit right. */
  isRepaired: boolean
  /** Whether its check digit is right. Null if the format has none for it. */
  isChecked: boolean | null
  /** Confidence of its least certain letter, 0 to 1. */
  confidence: number
}

/** The content of a machine readable zone. */
export interface Parsed {
  format: MrzFormat
  lines: string[]
  documentCode: string
  /** ICAO's three-letter code, shorter for some (D). */
  issuer: string
  nationality: string
  /** Fillers replaced by spaces, still transliterated. No check digit protects names. */
  surname: string
  givenNames: string
  /** Confidence of the least certain letter of the names, 0 to 1. */
  nameConfidence: number
  documentNumber: MrzField
  /** YYYY-MM-DD, or '' if there is no complete date. */
  birthDate: MrzField
  expiryDate: MrzField
  sex: 'M' | 'F' | 'X'
  optional: string[]
  /** Null if the format has no composite check digit. */
  isCompositeChecked: boolean | null
  /** Confidence of the least certain letter covered by the composite check digit, itself included, 0 to 1. */
  compositeConfidence: number
  areDigitsRight: boolean
  isRepaired: boolean
  /** 0 to 1. Below 0.9 if a letter was changed or a check digit is wrong. */
  confidence: number
}

export interface Mrz extends Parsed {
  /** Its position in the picture. */
  box: { x: number; y: number; width: number; height: number; angle: number }
}

/** Parses typed lines of the right length. Null if no format fits. `today` is YYYY-MM-DD. */
export const parseMrz = (lines: string[], today: string): Parsed | null =>
  parseCells(
    lines.map((line) => [...line].map(certain)),
    today,
  )?.parsed ?? null

export interface Reading {
  parsed: Parsed
  /** Letters are clear, or enough check digits are right. One in ten is right by chance, so this excludes noise. */
  isCredible: boolean
  /** Higher is better. Compares readings of the same MRZ. */
  score: number
}

/** Returns the best reading of rows with uncertain letters. */
export const parseCells = (rows: Cell[][], today: string): Reading | null => {
  const readings = layouts.flatMap((layout) => readAs(layout, { rows, today }) ?? [])
  return readings.toSorted((a, b) => b.score - a.score)[0] ?? null
}

/** How well a single row fits its columns: likely letters, allowed in their columns, and right check digits. */
export const suitability = (layout: Layout, { row, cells }: { row: number; cells: Cell[] }): number => {
  const kinds = layout.rows[row] ?? ''
  const seen = cells.map((cell, column) => bestAllowed(cell, kinds[column] ?? ''))
  const line = cells.map((cell, column) => (seen[column] ?? cell).letter).join('')
  const own = layout.checked.filter(({ over, digit }) => [...over, digit].every((part) => part.row === row))
  const lines = layout.rows.map((_, at) => (at === row ? line : ''))
  const misfits = seen.filter((cell, column) => cell?.letter !== cells[column]?.letter).length
  const right = own.filter((field) => isCheckDigitRight(lines, field)).length
  return right + meanChance([cells]) - misfits * 0.1 - (hasNamelessStart(layout, lines) ? 0.5 : 0)
}

const readAs = (layout: Layout, { rows, today }: { rows: Cell[][]; today: string }): Reading | null => {
  const isSize = rows.length === layout.rows.length && rows.every(({ length }) => length === layout.length)
  if (!isSize) return null
  const seen = rows.map((row, at) =>
    row.map((cell, column) => bestAllowed(cell, layout.rows[at]?.[column] ?? '')),
  )
  const unfit = seen.flat().filter((cell) => cell === null).length
  const fitting = seen.map((row, at) => row.map((cell, column) => cell ?? uncertain(rows[at]?.[column])))
  const whole = withState(layout, { cells: withTail(layout, fitting), read: rows })
  const hasCode = layout.begins.test(linesOf(whole)[0] ?? '')
  const cells = hasCode ? whole : withoutCode(layout, whole)
  if (unfit > 3 || !cells) return null
  const zone = hasCode ? repaired(layout, cells) : { cells, places: [placeOfCode] }
  const parsed = parsedFrom(layout, { ...zone, today })
  const failures = failing(layout, parsed.lines).length
  const forced = cells.flat().filter((cell, at) => cell.letter !== rows.flat()[at]?.letter).length
  const right = 1 - failures / layout.checked.length
  const doubts =
    (hasCode ? 0 : 1) + (parsed.isRepaired ? 0.3 : 0) + (hasNamelessStart(layout, parsed.lines) ? 0.5 : 0)
  const score = right * 3 + meanChance(cells) - unfit * 0.15 - forced * 0.05 - doubts
  const held = 1 - failing(layout, linesOf(cells)).length / layout.checked.length
  const isClear = meanChance(cells) > 0.8 && unfit + forced <= 4
  return { parsed, score, isCredible: isClear || held >= 0.5 }
}

// Names begin with a letter, so a filler at the start means that the row was assigned to the wrong columns.
const hasNamelessStart = ({ names }: Layout, lines: string[]) =>
  names.some(({ row, from }) => lines[row]?.[from] === '<')

// Figures in the nationality become letters only if that gives a known state. Otherwise the original reading stays, and
// a person checks it.
const withState = ({ spans }: Layout, { cells, read }: { cells: Cell[][]; read: Cell[][] }) => {
  const { nationality } = spans
  if (!nationality || isState(textOf(linesOf(cells), [nationality]))) return cells
  const { row, from, to } = nationality
  const printed = (cells[row] ?? []).map((cell, at) =>
    at >= from && at < to ? (read[row]?.[at] ?? cell) : cell,
  )
  return cells.with(row, printed)
}

const meanChance = (rows: Cell[][]) => {
  const chances = rows.flat().map(({ chance }) => chance)
  return chances.reduce((sum, chance) => sum + chance, 0) / chances.length
}

interface Zone {
  cells: Cell[][]
  places: Place[]
  today: string
}

const parsedFrom = (layout: Layout, { cells, places, today }: Zone): Parsed => {
  const lines = linesOf(cells)
  const failures = failing(layout, lines)
  const composite = layout.checked.find(({ name }) => name === 'composite')
  const fieldOf = (name: CheckedField['name'], value: string): MrzField => {
    const field = layout.checked.find((candidate) => candidate.name === name)
    if (!field) return { value, isRepaired: false, isChecked: null, confidence: 0 }
    const isChecked = !failures.includes(field)
    const isRepaired = places.some((place) => covers(field, place))
    // Where it doesn't fit, the digit itself may be the one that was misread.
    const spans = isChecked ? field.over : wholeOf(field)
    return { value, isRepaired, isChecked, confidence: sureness(cells, { spans, isChecked }) }
  }
  const { spans } = layout
  const text = (span: Span | null) => (span ? textOf(lines, [span]) : '')
  const isRepaired = places.length > 0
  const areDigitsRight = failures.length === 0
  const begin = nameStart(layout, lines)
  const nameSpans = layout.names.map((span) => (span.from === 5 ? { ...span, from: begin } : span))
  const names = sureness(cells, { spans: layout.names, isChecked: false })
  const all = Math.min(
    names,
    ...layout.checked.map(({ over }) => sureness(cells, { spans: over, isChecked: true })),
  )
  return {
    format: layout.format,
    lines,
    documentCode: trimmed((lines[0] ?? '').slice(0, 2)),
    issuer: trimmed((lines[0] ?? '').slice(2, begin)),
    nationality: layout.format === 'FRA' ? 'FRA' : trimmed(text(spans.nationality)),
    ...namesIn(nameSpans, lines),
    nameConfidence: sureness(cells, {
      spans: nameSpans.map((span) => lettersOf(span, lines)),
      isChecked: false,
    }),
    documentNumber: fieldOf('documentNumber', numberIn(layout, lines)),
    birthDate: fieldOf('birthDate', birthDay(text(spans.birth), today)),
    expiryDate: fieldOf('expiryDate', expiryDay(text(spans.expiry))),
    sex: sexOf(text(spans.sex)),
    optional: optionalIn(layout, lines),
    isCompositeChecked: composite ? !failures.includes(composite) : null,
    compositeConfidence: composite ? sureness(cells, { spans: wholeOf(composite), isChecked: false }) : 0,
    areDigitsRight,
    isRepaired,
    confidence: isRepaired || !areDigitsRight ? Math.min(0.85, all) : all,
  }
}

const wholeOf = ({ over, digit }: CheckedField): Span[] => [
  ...over,
  { row: digit.row, from: digit.column, to: digit.column + 1 },
]

const covers = ({ over, digit }: CheckedField, { row, column }: Place) =>
  (digit.row === row && digit.column === column) ||
  over.some((span) => span.row === row && column >= span.from && column < span.to)

/**
 * A field is as certain as its least certain letter. A right check digit raises that, because it would reveal nine in
 * ten wrong letters.
 */
const sureness = (cells: Cell[][], { spans, isChecked }: { spans: Span[]; isChecked: boolean }) => {
  const chances = spans.flatMap(({ row, from, to }) =>
    (cells[row] ?? []).slice(from, to).map(({ chance }) => chance),
  )
  const least = Math.min(1, ...chances)
  return isChecked ? least / (least + (1 - least) / 10) : least
}

const trimmed = (text: string) => text.replace(/<+$/, '')
const sexOf = (letter: string) => (letter === 'M' || letter === 'F' ? letter : 'X')

const numberIn = (layout: Layout, lines: string[]) => {
  const { number } = layout.spans
  const field = layout.checked.find(({ mayContinue }) => mayContinue)
  const isLong = field && lines[field.digit.row]?.[field.digit.column] === '<'
  const long = isLong ? continuationOf(lines, field)?.number : undefined
  return trimmed(long ?? (number ? textOf(lines, [number]) : ''))
}

const optionalIn = (layout: Layout, lines: string[]) =>
  layout.optional
    .map((span) =>
      trimmed(textOf(lines, [span]))
        .replace(/<+/g, ' ')
        .trim(),
    )
    .filter(Boolean)

/** YYYY-MM-DD for six digits that are a real date, else ''. `year` completes two digits. */
const dayOf = (digits: string, year: (short: number) => number) => {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  if (!yy || !mm || !dd) return ''
  const day = `${year(Number(yy))}-${mm}-${dd}`
  const instant = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? day : ''
}

/**
 * The year of birth has two digits. It is in this century unless the date would be in the future, so a person over a
 * hundred is taken for a child. If only the year or month of birth is known, the rest is fillers, and no date is
 * returned (ICAO Doc 9303 part 3 section 4.8).
 */
const birthDay = (digits: string, today: string) => {
  const day = dayOf(digits, (short) => 2000 + short)
  return day === '' || day > today ? dayOf(digits, (short) => 1900 + short) : day
}

/**
 * Most documents are valid for ten years, few for longer. So 80 to 99 are in the last century: no document is valid
 * until the 2080s yet.
 */
const expiryDay = (digits: string) => dayOf(digits, (short) => (short < 80 ? 2000 : 1900) + short)

/**
 * The column in which the names begin. Some zones leave out the issuer ("P<DOE<<JOHN"): then fillers are found where a name
 * must begin. Some have Germany's one letter without its fillers ("P<DMUSTERMANN").
 */
const nameStart = ({ names, spans }: Layout, lines: string[]) => {
  const [first = ''] = lines
  const issuer = first.slice(2, 5)
  if (isState(issuer) || names[0]?.from !== 5) return 5
  const state = spans.nationality ? trimmed(textOf(lines, [spans.nationality])) : ''
  if (state.length === 1 && isState(state) && issuer.startsWith(state)) return 3
  return first[2] !== '<' && first[5] === '<' ? 2 : 5
}

/** The span without the fillers at its end. */
const lettersOf = (span: Span, lines: string[]): Span => ({
  ...span,
  to: span.from + trimmed(textOf(lines, [span])).length,
})

/** Two fillers separate surname and given names, one separates words (ICAO Doc 9303 part 3 section 4.6). */
const namesIn = (spans: Span[], lines: string[]) => {
  const [first, second] = spans.map((span) => textOf(lines, [span]))
  // The French card has a row for each.
  if (second !== undefined) return { surname: spoken(first ?? ''), givenNames: spoken(second) }
  // Blurred fillers look like K, C or S. No name has four of a letter in a row, and then the real letters cannot be told.
  if (/([A-Z])\1{3}/.test(first ?? '')) return { surname: '', givenNames: '' }
  const [surname = '', ...given] = (first ?? '').replace(/<+$/, '').split('<<')
  return { surname: spoken(surname), givenNames: spoken(given.join('<')) }
}

const spoken = (text: string) => text.replace(/<+/g, ' ').trim()
