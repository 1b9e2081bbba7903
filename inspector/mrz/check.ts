import type { CheckedField, Layout, Span } from './formats.ts'

/** What may stand in a machine readable zone (ICAO Doc 9303 part 3 section 4.3). */
export const mrzLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'

const weights = [7, 3, 1]

/** Weights 7, 3, 1 from the left; A is 10, a filler 0 (ICAO Doc 9303 part 3 section 4.9). */
export const checkDigit = (text: string): string => {
  const sum = [...text].reduce((total, letter, at) => total + valueOf(letter) * (weights[at % 3] ?? 0), 0)
  return String(sum % 10)
}

const valueOf = (letter: string) =>
  letter === '<' ? 0 : /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 55

/** The text of spans, one behind the other. */
export const textOf = (lines: string[], spans: Span[]) =>
  spans.map(({ row, from, to }) => (lines[row] ?? '').slice(from, to)).join('')

/** Whether a field's check digit holds. */
export const holds = (lines: string[], field: CheckedField): boolean => {
  const text = textOf(lines, field.over)
  const digit = lines[field.digit.row]?.[field.digit.column] ?? ''
  if (field.mayContinue && digit === '<') return continuationOf(lines, field)?.isRight ?? false
  if (field.mayBeEmpty && /^<+$/.test(text)) return digit === '<' || digit === '0'
  return checkDigit(text) === digit
}

export const failing = (layout: Layout, lines: string[]) =>
  layout.checked.filter((field) => !holds(lines, field))

/**
 * The rest of a document number of more than nine letters: it stands in the optional data of a TD1's first
 * row, its check digit behind it, a filler after that (ICAO Doc 9303 part 5 section 4.2.2.1).
 */
export const continuationOf = (lines: string[], { over, digit }: CheckedField) => {
  const rest = /^([A-Z\d]+)(\d)(?=<|$)/.exec((lines[digit.row] ?? '').slice(digit.column + 1))
  if (!rest) return undefined
  const [, letters = '', right] = rest
  const number = textOf(lines, over) + letters
  // The filler in the place of the digit counts for its weight with some issuers.
  const isRight = checkDigit(number) === right || checkDigit(`${textOf(lines, over)}<${letters}`) === right
  return { number, isRight, length: letters.length + 1 }
}
