import { postcodeIn, zipCode } from './addresses.ts'
/** A date found in a line of text. */
export interface FoundDate {
  /** YYYY-MM-DD */
  day: string
  /** Where the date begins and ends in the text. */
  start: number
  end: number
  /** `last`: the end of a period, as in "1 to 31 October 2026"; `first`: its beginning. */
  inPeriod: 'first' | 'last' | null
}

/** What comes first in a date written in figures alone. */
export type DateOrder = 'day' | 'month'

/** Finds all dates of a line, day before month unless `order` says otherwise. Impossible days are not dates. */
export const findDates = (text: string, order: DateOrder = 'day'): FoundDate[] => {
  const found = patterns
    .flatMap(({ pattern, read, isFigures }) => {
      const inOrder = isFigures && order === 'month' ? monthFirst(read) : read
      return [...text.matchAll(pattern)].flatMap((match) => dateOf(match, inOrder))
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  const apart = found.filter((date, at) => !found.slice(0, at).some(({ end }) => date.start < end))
  return apart.map((date, at) => ({ ...date, inPeriod: periodOf(text, apart, at) }))
}

/**
 * The order in which a page writes its dates. The default is day before month. A page is read month first only if it
 * has no date that must be day first, and either has one that must be month first or a US ZIP code and no UK postcode.
 */
export const dateOrderOf = (texts: string[]): DateOrder => {
  const inFigures = (order: DateOrder) => texts.flatMap((text) => figureDates(text, order)).length
  const [ours, theirs] = [inFigures('day'), inFigures('month')]
  if (ours > 0) return 'day'
  const isAmerican = texts.some((text) => zipCode.test(text)) && !texts.some((text) => postcodeIn(text))
  return theirs > 0 || isAmerican ? 'month' : 'day'
}

/** Dates in figures that are possible in this order alone. */
const figureDates = (text: string, order: DateOrder) => {
  const other = new Set(findDates(text, order === 'day' ? 'month' : 'day').map(({ start }) => start))
  return findDates(text, order).filter(({ start }) => !other.has(start))
}

/** Whole days from one day to another, negative when `to` is earlier. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** "3 June 2026" */
export const inWords = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${monthNames[Number(month) - 1]} ${year}`
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Firms in Wales write to clients in Welsh. */
const welshMonths =
  'ionawr chwefror mawrth ebrill mai mehefin gorffennaf awst medi hydref tachwedd rhagfyr'.split(' ')

const english =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
/** Matches the name of a month, as one group. */
export const monthName = `(${welshMonths.join('|')}|${english})`
const month = monthName
const date = '(\\d{1,2})(?:\\s?(?:st|nd|rd|th))?'
// Text recognition loses the space before the time of day: "15/03/201818:22".
const beforeTime = '(?=(?:[01]?\\d|2[0-3])(?::|\\.[0-5]\\d:)[0-5]\\d)'
const yearEnd = `(?:${beforeTime}|(?![\\d/])(?![.,]\\d)(?!(?:st|nd|rd|th)?\\s?${month}))`
const year = `['’]?((?:19|20)\\d\\d(?!:\\d\\d:)${yearEnd}|\\d{2}${yearEnd})`
// A hyphen with spaces around it joins two dates, so it does not occur inside one.
const between = '(?:[./-]|[.,]?\\s*)'
// A full stop or hyphen before the date counts against it only after a digit, if that ends no other date.
const clear = '(?:(?<![\\d/£$€]|\\d[.-])|(?<=/(?:19|20)\\d\\d-))'

interface Parts {
  d: string
  m: string
  y: string
}
interface Pattern {
  pattern: RegExp
  read: (parts: string[]) => Parts
  /** Only the order tells day from month. */
  isFigures?: true
}
const patterns: Pattern[] = [
  {
    pattern: new RegExp(
      `${clear}${date}(?:\\s+day)?(?:\\s+of)?${between}${month}(?:\\s*/\\s*${month})?${between}${year}`,
      'gi',
    ),
    // Two months are one in two languages, "14 Hydref / October 2026", or no date.
    read: ([d = '', m = '', again = m, y = '']) => ({ d, m: monthOf(m) === monthOf(again) ? m : '', y }),
  },
  {
    pattern: new RegExp(`(?<!\\p{L})${month}\\.?\\s*${date}(?:,\\s*|\\s+)(\\d{4})(?!\\d)`, 'giu'),
    read: ([m = '', d = '', y = '']) => ({ d, m, y }),
  },
  {
    pattern: new RegExp(`${clear}(\\d{1,2})\\s?([/.-])\\s?(\\d{1,2})\\s?\\2\\s?${year}`, 'g'),
    read: ([d = '', , m = '', y = '']) => ({ d, m, y }),
    isFigures: true,
  },
  // After a hyphen or full stop only a time of day proves that it is a date: "REG #19-21/03/2018 19:53".
  {
    pattern: /(?<=[-.,:])(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d)(?=\s?\d{1,2}:[\dOoIlSBZ]{2})/g,
    read: ([d = '', m = '', y = '']) => ({ d, m, y }),
    isFigures: true,
  },
  {
    pattern: new RegExp(`${clear}(\\d{1,2}) (\\d{1,2}) (20\\d\\d)(?![\\d/.])`, 'g'),
    read: ([d = '', m = '', y = '']) => ({ d, m, y }),
    isFigures: true,
  },
  {
    pattern: new RegExp(`${clear}(\\d{4})([/.-])(\\d{2})\\2(\\d{2})(?:${beforeTime}|(?!\\d))`, 'g'),
    read: ([y = '', , m = '', d = '']) => ({ d, m, y }),
  },
]

const monthFirst =
  (read: Pattern['read']): Pattern['read'] =>
  (parts) => {
    const { d, m, y } = read(parts)
    return { d: m, m: d, y }
  }

const dateOf = (match: RegExpMatchArray, read: Pattern['read']): FoundDate[] => {
  const { d, m, y } = read(match.slice(1))
  const start = match.index ?? 0
  const day = dayOf(Number(d), monthOf(m), y.length === 2 ? 2000 + Number(y) : Number(y))
  return day === undefined ? [] : [{ day, start, end: start + match[0].length, inPeriod: null }]
}

const monthOf = (text: string) => {
  if (/^\d/.test(text)) return Number(text)
  const welsh = welshMonths.indexOf(text.toLowerCase()) + 1
  return (
    welsh ||
    monthNames.findIndex((name) => name.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase()) + 1
  )
}

const dayOf = (d: number, m: number, y: number) => {
  if (y < 1900 || y > 2100 || m < 1 || m > 12 || d < 1) return undefined
  const day = new Date(Date.UTC(y, m - 1, d))
  return day.getUTCDate() === d ? day.toISOString().slice(0, 10) : undefined
}

// A remark may follow a date: "1 October 2026 [GMT] - 31 October 2026 [GMT]".
const remark = '(?:\\s*(?:\\[[^\\]]{1,20}\\]|\\([^)]{1,20}\\)))?'
const connector = `${remark}\\s*(?:to|until|till|through|and|-|–|—|→)\\s*`
const isConnector = new RegExp(`^${connector}$`, 'i')
const opensPeriod = new RegExp(`${clear}${date}(?:[\\s./-]*(?:${month}|\\d{1,2}))?\\.?${connector}$`, 'i')

// The second date of a period may be cut off by the page edge: "1 October 2026 to 31 Oct".
const goesOn = new RegExp(`^${connector}\\d{1,2}(?:st|nd|rd|th)?[\\s./-]`, 'i')

const periodOf = (text: string, dates: FoundDate[], at: number): FoundDate['inPeriod'] => {
  const [before, here, after] = [dates[at - 1], dates[at], dates[at + 1]]
  if (here === undefined) return null
  if (before && isConnector.test(text.slice(before.end, here.start))) return 'last'
  if (after && isConnector.test(text.slice(here.end, after.start))) return 'first'
  if (!after && goesOn.test(text.slice(here.end))) return 'first'
  return opensPeriod.test(text.slice(Math.max(0, here.start - 40), here.start)) ? 'last' : null
}
