import { cardDates } from './dates.ts'
import { type DriverNumber, driverNumberIn } from './licence-number.ts'
import type { Print } from './print.ts'

export interface Value<T = string> {
  value: T
  print: Print
}

/** The numbered lines of a photocard licence (Directive 2006/126/EC annex I). */
export interface LicenceLines {
  surname: Value | null
  /** Without the title. */
  givenNames: Value | null
  sex: 'M' | 'F' | null
  birthDate: Value | null
  issueDate: Value | null
  expiryDate: Value | null
  number: Value<DriverNumber> | null
  /** The text of line 5, even if it is not a driver number. */
  numberAsPrinted: Value | null
  address: Value | null
  isBritish: boolean
}

/** Reads the numbered lines. Their numbers may be separate from the text. */
export const readLicence = (prints: Print[]): LicenceLines => {
  const second = lineAt('2', prints)
  const number = numberIn(prints)
  const isBritish = prints.some(({ text }) => /\bDVLA\b|\bDVA\b|united\s*kingdom|^\W*UK\W*$/i.test(text))
  // A British address ends with its postcode: without it part of the address is not in the frame.
  const address = addressIn(prints)
  const { givenNames, sex } = untitled(second?.value ?? '', number?.value ?? null)
  return {
    surname: named(lineAt('1', prints) ?? (second && aboveOf(second.print, prints))),
    givenNames: second && named({ ...second, value: givenNames }),
    sex,
    birthDate: dated(lineAt('3', prints)),
    issueDate: dated(lineAt('4a', prints)),
    expiryDate: dated(lineAt('4b', prints)),
    number,
    numberAsPrinted: number
      ? { value: number.value.whole, print: number.print }
      : (lineAt('5', prints) ?? besideNumber(prints)),
    address: isBritish && address && postcodeIn(address.value) === null ? null : address,
    isBritish,
  }
}

const lineNumber = /^\W{0,2}(4\s?[abcd]|[1-9])\s?(?:[.,:;)]|(?=\s))\s*/i

const numberOf = (text: string) => lineNumber.exec(text)?.[1]?.toLowerCase().replace(/\s/g, '')

const lineAt = (wanted: string, prints: Print[]): Value | null => {
  const label = prints.find(({ text }) => numberOf(text) === wanted || barely(text) === wanted)
  if (!label) return null
  const rest = barely(label.text) === wanted ? '' : label.text.replace(lineNumber, '').trim()
  if (rest !== '') return { value: rest, print: label }
  const value = besideOf(label, prints)
  return value ? { value: value.text.trim(), print: value } : null
}

/** The number of a line that holds nothing else. */
const barely = (text: string) =>
  /^\W{0,2}(4\s?[abcd]|[1-9])\W{0,2}$/i.exec(text)?.[1]?.toLowerCase().replace(/\s/g, '')

const besideOf = (label: Print, prints: Print[]) =>
  prints
    .filter(
      (other) =>
        other !== label &&
        isLevel(label, other) &&
        other.x > label.x &&
        // "4 Orchard Close" is a value; a line number alone is not.
        barely(other.text) === undefined,
    )
    .toSorted((a, b) => a.x - b.x)[0]

// The thin figure 1 is often lost in reading, so line 1 is also found as the line above line 2.
const aboveOf = (second: Print, prints: Print[]): Value | null => {
  const above = prints
    .filter(
      ({ page, x, y, text }) =>
        page === second.page &&
        Math.abs(x - second.x) < second.height * 1.5 &&
        second.y - y > second.height * 0.5 &&
        second.y - y < second.height * 3.5 &&
        /\p{L}{2}/u.test(text),
    )
    .toSorted((a, b) => b.y - a.y)[0]
  return above && !/licen[cs]e/i.test(above.text) ? { value: above.text.trim(), print: above } : null
}

const named = (line: Value | null): Value | null => {
  const value =
    line?.value
      .replace(/[^\p{L}\s'’-]/gu, '')
      .replace(/\s+/g, ' ')
      .trim() ?? ''
  return line && value.length >= 2 ? { ...line, value } : null
}

const dated = (line: Value | null): Value | null => {
  const [day] = line ? cardDates(line.value) : []
  return line && day !== undefined ? { ...line, value: day } : null
}

/** Line 5 where it continues line 4d, as on Irish licences. */
const besideNumber = (prints: Print[]): Value | null => {
  const line = lineAt('4d', prints)
  const number = line && /\s5\s?\.\s?([A-Z\d][A-Z\d\s/-]{4,})$/i.exec(line.value)?.[1]
  return number ? { ...line, value: number.trim() } : null
}

// The driver number is recognised by its structure, anywhere on the card.
const numberIn = (prints: Print[]): Value<DriverNumber> | null => {
  for (const print of prints) {
    const value = driverNumberIn(print.text.replace(lineNumber, '')) ?? driverNumberIn(print.text)
    if (value) return { value, print }
  }
  return null
}

// The address continues below its first line as far as its postcode.
const addressIn = (prints: Print[]): Value | null => {
  const first = lineAt('8', prints)
  if (!first) return null
  const below = prints
    .filter(
      ({ page, y, x, text }) =>
        page === first.print.page &&
        y > first.print.y &&
        y - first.print.y < first.print.height * 5 &&
        x - first.print.x > -first.print.height * 2 &&
        numberOf(text) === undefined &&
        barely(text) === undefined,
    )
    .filter((value) => !prints.some((label) => isNumbered(value, label)))
    .toSorted((a, b) => a.y - b.y)
  const parts = [first.value]
  for (const { text } of below) {
    if (postcode.test(parts.at(-1) ?? '')) break
    parts.push(text.trim())
  }
  const whole = parts
    .join(', ')
    .replace(/\s*,\s*,?\s*/g, ', ')
    .replace(postcode, (code) => `${code.slice(0, -3).trim()} ${code.slice(-3)}`)
  return { value: whole, print: first.print }
}

/** Whether a line number of its own stands before a value. */
const isNumbered = (value: Print, label: Print) =>
  label !== value && barely(label.text) !== undefined && label.x < value.x && isLevel(value, label)

const isLevel = (a: Print, b: Print) =>
  a.page === b.page && Math.abs(a.y - b.y) < Math.max(a.height, b.height) * 0.6

const postcode = /\b[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}\b/i
export const postcodeIn = (address: string) => postcode.exec(address)?.[0]?.toUpperCase() ?? null

interface Titled {
  givenNames: string
  sex: 'M' | 'F' | null
}

const titles: [RegExp, Titled['sex']][] = [
  [/^(?:mrs|miss|ms|lady|dame)/i, 'F'],
  [/^(?:mr|sir|lord|master)/i, 'M'],
  [/^(?:mx|dr|doctor|prof(?:essor)?|rev(?:erend)?)/i, null],
]

/**
 * Splits the title off the first names of line 2 on British licences. If its space was lost in reading, the driver
 * number decides: "MSAMELIA" is Ms Amelia if the number's initials begin with A, else it is a name.
 */
const untitled = (line: string, number: DriverNumber | null): Titled => {
  for (const [title, sex] of titles) {
    const found = title.exec(line)?.[0]
    if (found === undefined) continue
    const rest = line.slice(found.length)
    if (/^[\s.]+\p{L}/u.test(rest)) return { givenNames: rest.replace(/^[\s.]+/, ''), sex }
    if (
      number !== null &&
      /^\p{L}{2}/u.test(rest) &&
      rest.charAt(0).toUpperCase() === number.initials.charAt(0)
    )
      return { givenNames: rest, sex }
  }
  return { givenNames: line, sex: null }
}
