/** A date found in a line of text. */
export interface FoundDate {
  /** YYYY-MM-DD */
  day: string
  /** Where in the text it begins and ends. */
  start: number
  end: number
  /** `last`: the end of a period, as in "1 to 31 October 2026"; `first`: its beginning. */
  inPeriod: 'first' | 'last' | null
}

/** All dates of a line, read the British way (day before month). Impossible days are not dates. */
export const findDates = (text: string): FoundDate[] => {
  const found = patterns
    .flatMap(({ pattern, read }) => [...text.matchAll(pattern)].flatMap((match) => dateOf(match, read)))
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  const apart = found.filter((date, at) => !found.slice(0, at).some(({ end }) => date.start < end))
  return apart.map((date, at) => ({ ...date, inPeriod: periodOf(text, apart, at) }))
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

/** Firms in Wales write to people in Welsh. */
const welshMonths =
  'ionawr chwefror mawrth ebrill mai mehefin gorffennaf awst medi hydref tachwedd rhagfyr'.split(' ')

const english =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const month = `(${welshMonths.join('|')}|${english})`
const date = '(\\d{1,2})(?:\\s?(?:st|nd|rd|th))?'
const year = `['’]?(\\d{4}|\\d{2})(?![\\d/])(?![.,]\\d)(?!(?:st|nd|rd|th)?\\s?${month})`
// A hyphen with spaces around it joins two dates and does not stand inside one.
const between = '(?:[./-]|[.,]?\\s*)'
const clear = '(?<![\\d/.£$€-])'

interface Parts {
  d: string
  m: string
  y: string
}
const patterns: { pattern: RegExp; read: (parts: string[]) => Parts }[] = [
  {
    pattern: new RegExp(`${clear}${date}(?:\\s+day)?(?:\\s+of)?${between}${month}${between}${year}`, 'gi'),
    read: ([d = '', m = '', y = '']) => ({ d, m, y }),
  },
  {
    pattern: new RegExp(`(?<!\\p{L})${month}\\.?\\s*${date},?\\s+(\\d{4})(?!\\d)`, 'giu'),
    read: ([m = '', d = '', y = '']) => ({ d, m, y }),
  },
  {
    pattern: new RegExp(`${clear}(\\d{1,2})\\s?([/.-])\\s?(\\d{1,2})\\s?\\2\\s?${year}`, 'g'),
    read: ([d = '', , m = '', y = '']) => ({ d, m, y }),
  },
  {
    pattern: new RegExp(`${clear}(\\d{1,2}) (\\d{1,2}) (20\\d\\d)(?![\\d/.])`, 'g'),
    read: ([d = '', m = '', y = '']) => ({ d, m, y }),
  },
  {
    pattern: new RegExp(`${clear}(\\d{4})-(\\d{2})-(\\d{2})(?!\\d)`, 'g'),
    read: ([y = '', m = '', d = '']) => ({ d, m, y }),
  },
]

const dateOf = (match: RegExpMatchArray, read: (parts: string[]) => Parts): FoundDate[] => {
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

const connector = '\\s*(?:to|until|till|through|and|-|–|—|→)\\s*'
const isConnector = new RegExp(`^${connector}$`, 'i')
const opensPeriod = new RegExp(`${clear}${date}(?:[\\s./-]*(?:${month}|\\d{1,2}))?\\.?${connector}$`, 'i')

// The second date of a period may run off the page: "1 October 2026 to 31 Oct".
const goesOn = new RegExp(`^${connector}\\d{1,2}(?:st|nd|rd|th)?[\\s./-]`, 'i')

const periodOf = (text: string, dates: FoundDate[], at: number): FoundDate['inPeriod'] => {
  const [before, here, after] = [dates[at - 1], dates[at], dates[at + 1]]
  if (here === undefined) return null
  if (before && isConnector.test(text.slice(before.end, here.start))) return 'last'
  if (after && isConnector.test(text.slice(here.end, after.start))) return 'first'
  if (!after && goesOn.test(text.slice(here.end))) return 'first'
  return opensPeriod.test(text.slice(Math.max(0, here.start - 40), here.start)) ? 'last' : null
}
