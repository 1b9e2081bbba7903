import { postcodeIn } from './addresses.ts'
import { findDates } from './dates.ts'
import type { Segment } from './lines.ts'
import { editsBetween, hasTitle } from './names.ts'

/**
 * Corrects errors of text recognition if only one reading makes sense: joined columns and words, 1 and I, 0 and O.
 * Knows nothing of the expected values, so it cannot bend the text to fit them.
 */
export const corrected = (segments: Segment[]): Segment[] =>
  withEvenHeights(segments)
    .flatMap(splitColumns)
    .map((segment) => ({ ...segment, text: spelt(segment.text) }))
    .filter(({ text }) => text !== '')

// The height of a short word is measured poorly, so it takes that of the lines around it.
const withEvenHeights = (segments: Segment[]) =>
  segments.map((segment) => {
    const { x, right, baseline, height, page } = segment
    if (right - x > height * 5) return segment
    const around = segments
      .filter((other) => other !== segment && other.page === page && Math.abs(other.x - x) < height * 2)
      .filter((other) => Math.abs(other.baseline - baseline) < height * 3.5)
      .map((other) => other.height)
      .toSorted((a, b) => a - b)
    const usual = around[Math.floor(around.length / 2)] ?? height
    return Math.abs(usual - height) < height * 0.5 ? { ...segment, height: usual } : segment
  })

/** Splits two columns that were read as one line: a second label begins, or figures follow a date. */
const splitColumns = (segment: Segment): Segment[] => {
  const at = secondLabelAt(segment.text) ?? afterDateAt(segment.text)
  if (at === undefined) return [segment]
  const share = at / segment.text.length
  const middle = segment.x + (segment.right - segment.x) * share
  const [left, right] = [segment.text.slice(0, at), segment.text.slice(at)]
  return [
    { ...segment, text: left.trim(), right: middle },
    ...splitColumns({ ...segment, text: right.trim(), x: middle }),
  ]
}

const label =
  /(?<=\S)\s*(?=\b(?:Employee|Account|Tax|NI|Pay|Customer|Sort|Statement|Bill|Billing|Invoice|Payment|Works)\s?(?:reference|ref|number|no|code|date|period|name)\b)/g

// "Mr A Larkin Employee no: 1187" is split; "Your account number" and "Credit card statement date" are not.
const secondLabelAt = (text: string) => {
  const found = [...text.matchAll(label)].find(({ index }) => {
    const before = text.slice(0, index).trim()
    return /(?:\d|:.*\p{L}|\b(?:date|code|number|no|name|period|balance)\.?)$/iu.test(before)
  })
  return found && found.index > 0 ? found.index : undefined
}

const afterDateAt = (text: string) => {
  const joined = /\b(?:\p{L}{3,9}\.?\s?|[/.-])(?:19|20)\d\d(?=\s*(?:\d\d[- ]\d\d[- ]\d\d|\d{6,}|£))/u.exec(
    text,
  )
  return joined ? joined.index + joined[0].length : undefined
}

const spelt = (text: string) =>
  [unstained, spaced, withFigures, withStrokes, withPostcode, withCapitalI, withLabel]
    .reduce((now, mend) => mend(now), text)
    .trim()

// Specks at the end of a short line are read as punctuation.
const unstained = (text: string) =>
  text.split(' ').length < 6 && !/\b(?:ltd|no|co|st|rd)\.$/i.test(text)
    ? text.replace(/\s*[.,:;'`·]{1,3}$/, (mark) => (mark.includes(':') ? ':' : ''))
    : text

const spaced = (text: string) => {
  const apart = text
    .replace(/^(Mrs|Mr|Ms|Miss|Dr)(?=\p{Lu}\p{Ll})/u, '$1 ')
    .replace(/^(\d{1,4}[A-Z]?)(?=\p{Lu}\p{Ll}{2})/u, '$1 ')
    .replace(/^(Flat|Apartment|Unit)(?=\d)/, '$1 ')
    .replace(/,(?=\p{L})/gu, ', ')
  // In an address a capital inside a word begins another word: "12 GardenStreet".
  return /^(?:\d|Flat|Apartment|Unit)/.test(apart) && findDates(apart).length === 0
    ? apart.replace(/(?<!\bMc|\bMac)(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
    : apart
}

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const dateLike = new RegExp(
  `(?<![\\p{L}\\d])(?:[\\dOolI|]{1,2}([/.-])[\\dOolI|]{1,2}\\1[\\dOolI|]{2,4}|[\\dOolI|]{1,2}(?:st|nd|rd|th)?\\s?(?:${months})\\p{L}*\\s?[\\dOolI|]{4})(?![\\p{L}\\d])`,
  'giu',
)

// Inside a date every letter that looks like a figure is one, except in the month's name.
const withFigures = (text: string) =>
  text.replace(dateLike, (date) =>
    date.replace(/(?<!\p{L})[OolI|]+(?!\p{L})/gu, (letters) =>
      letters.replace(/[Oo]/g, '0').replace(/[lI|]/g, '1'),
    ),
  )

// Slashes of a date that were lost, or read as a 1 or a full stop: "17/012018", "17/0112018".
const withStrokes = (text: string) =>
  text
    .replace(/(?<![\d/.-])(\d{1,2})[./-](\d{1,2})[./-](20\d\d)(?!\d)/g, '$1/$2/$3')
    .replace(/(?<![\d/-])(\d\d)([/-])(0[1-9]|1[0-2])[17]?(20\d\d)(?!\d)/g, '$1$2$3$2$4')
    // The colons of the time that follows were lost as well.
    .replace(/^(\d\d)([/-])(0[1-9]|1[0-2])\2?(20\d\d)(?=(?:[01]?\d|2[0-3])[0-5]\d:?[0-5]\d$)/, '$1$2$3$2$4 ')
    .replace(/(?<![\d/-])([0-3]\d)1?(0[1-9]|1[0-2])([/-])(20\d\d)(?!\d)/g, '$1$3$2$3$4')

const figures: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8', Z: '2', G: '6' }
const letters: Record<string, string> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B', '2': 'Z', '6': 'G' }

/** Corrects a postcode at the end of an address: its second half is a figure and two letters, whatever was read. */
const withPostcode = (text: string) => {
  const there = postcodeIn(text)
  if (there !== undefined) return text.replace(there.replace(' ', ''), there)
  const last = /(?<![A-Za-z0-9])([A-Z0-9]{2,4}) ?([A-Z0-9])([A-Z0-9]{2})$/.exec(text.trim())
  if (!last || !/\d/.test(last[0])) return text
  const [whole, outward = '', figure = '', ending = ''] = last
  const inward = (figures[figure] ?? figure) + changed(ending, letters)
  const area = changed(outward.slice(0, 1), letters) + outward.slice(1)
  const possible = (options: string[]) =>
    options.map((option) => `${option} ${inward}`).filter((option) => postcodeIn(option) === option)
  const asRead = possible([outward])
  const [only, ...others] = asRead.length > 0 ? asRead : new Set(possible([area, ...oneChanged(area)]))
  return only !== undefined && others.length === 0 ? text.trim().slice(0, -whole.length) + only : text
}

const changed = (text: string, table: Record<string, string>) =>
  [...text].map((sign) => table[sign] ?? sign).join('')

const oneChanged = (text: string) =>
  [1, 2, 3].flatMap((at) => {
    const other = figures[text.charAt(at)]
    return other === undefined ? [] : [text.slice(0, at) + other + text.slice(at + 1)]
  })

// "Mr lan Hughes": no name begins with a small l if its neighbours begin with capitals.
const withCapitalI = (text: string) => {
  const words = text.split(' ')
  const isNamed = words.length <= 6 && (hasTitle(text) || words.every((word) => /^(?:\p{Lu}|l)/u.test(word)))
  return isNamed || /^[^:]+:\s*(?:Mr|Mrs|Ms|Miss|Dr)\b/.test(text)
    ? text.replace(/(?<=^|[\s:-])[l|](?=\p{L})/gu, 'I')
    : text
}

/** Labels of values on bills, statements and payslips. */
const labels = `
  statement date | bill date | billing date | invoice date | issue date | date of issue | date issued |
  date of bill | pay date | payment date | payment due date | completion date | bill period | billing period |
  statement period | account number | account name | account holder | account reference | customer number |
  customer name | sort code | employee name | employee no | net pay | gross pay | tax code | sale price |
  purchase price | closing balance | opening balance | statement of account | your account statement |
  your current account statement | your electricity bill | your gas bill | your energy bill | your water bill |
  your mobile bill | council tax bill | annual mortgage statement | mortgage statement | money in | money out |
  balance brought forward | balance carried forward | completion statement | mobile number | date of birth
`
  .split('|')
  .map((label) => label.trim())

const squeezed = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
const known = labels.map((label) => ({ label, letters: squeezed(label) }))

/** "Bil date" and "Statement cate" are labels with one letter wrong. Text that differs by more stays as read. */
const withLabel = (text: string): string => {
  const [, words = '', rest = ''] = /^([\p{L} ]{5,}?)(\s*(?::|\s\d).*)?$/u.exec(text) ?? []
  const letters = squeezed(words)
  if (letters.length < 6 || known.some((candidate) => candidate.letters === letters)) return text
  const most = letters.length < 12 ? 1 : 2
  const near = known.filter((candidate) => editsBetween(letters, candidate.letters, most) <= most)
  const [only, ...others] = near
  if (only === undefined || others.length > 0) return text
  return only.label.charAt(0).toUpperCase() + only.label.slice(1) + rest
}
