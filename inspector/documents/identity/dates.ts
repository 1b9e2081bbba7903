import { inWords } from '../../read/dates.ts'
import type { KnownClient } from '../expectation.ts'
import { doubtful, type Finding, failed, notChecked, passed, verification } from '../finding.ts'

export interface DocumentDates {
  noun: string
  /** YYYY-MM-DD, or empty if it was not read. */
  birth: string
  /** Null if it was not read. */
  expiry: string | null
  /** The MRZ of such documents has no date of expiry, as on French cards until 2021. */
  endsNowhere?: boolean
  /** Null if it is not printed or was not read. */
  issue: string | null
  isPassport?: boolean
  /** Where the dates were read, quoted as the source of the rule. */
  source: string
}

/** Checks that the document is still valid today. */
export const expiryRule = (dates: DocumentDates, today: string): Finding => {
  const { noun, expiry, source } = dates
  const words = {
    rule: 'not_expired',
    title: 'Still valid',
    expected: `${inWords(today)} or later`,
    source: `${verification}; ${source}`,
  }
  if (dates.endsNowhere) return notChecked({ ...words, read: 'not in its machine-readable lines' })
  if (expiry === null || !isDay(expiry))
    return doubtful(
      words,
      `We couldn't read when this ${noun} expires. Please take a photo in which every line is sharp.`,
      { isMissing: true },
    )
  const shown = { ...words, read: inWords(expiry) }
  if (expiry >= today) return passed(shown)
  return failed(shown, `This ${noun} expired on ${inWords(expiry)}. Please upload one that is still valid.`, {
    isExpired: true,
  })
}

/** In years, longer than any of these documents is valid. Documents for life end far later or never. */
const longestValidity = 16
const oldest = 120

/** Passports are valid for ten years, British ones once for up to nine months more. */
const hasTooLongTerm = (issue: string | null, expiry: string | null) =>
  issue !== null && expiry !== null && yearsBetween(issue, expiry) >= 11

/**
 * Reports impossible dates: a birth in the future or over 120 years ago, an issue before birth or in the future, an
 * expiry before issue or over 16 years ahead, and of a passport one eleven years after its issue: the digits of a
 * changed expiry may fit by chance.
 */
export const possibleRule = (dates: DocumentDates, today: string): Finding => {
  const { birth, expiry, issue, source, isPassport = false } = dates
  const words = {
    rule: 'dates_possible',
    title: 'Dates make sense',
    read: [
      birth && `born ${shown(birth)}`,
      issue && `issued ${shown(issue)}`,
      expiry && `until ${shown(expiry)}`,
    ]
      .filter(Boolean)
      .join(', '),
    source,
  }
  const faults = [
    !isDay(birth) && "the date of birth couldn't be read",
    isDay(birth) && birth >= today && 'the date of birth is still to come',
    isDay(birth) && yearsBetween(birth, today) > oldest && `the date of birth is over ${oldest} years ago`,
    issue !== null && issue > today && 'the date of issue is still to come',
    issue !== null && issue < birth && 'it was issued before the date of birth',
    issue !== null && expiry !== null && expiry <= issue && 'it ends before it begins',
    expiry !== null && yearsBetween(today, expiry) > longestValidity && 'it is valid for longer than usual',
    isPassport && hasTooLongTerm(issue, expiry) && 'it is valid for longer than passports are',
  ].filter((fault) => fault !== false)
  if (faults.length === 0) return passed(words)
  return doubtful(
    { ...words, expected: faults.join('; ') },
    `The dates on this ${dates.noun} are not clear to us: ${faults[0]}. Please check that the photo is sharp; a person at the firm will look at it, too.`,
  )
}

/** Only adults can instruct the firm, so a child's document goes to a person. */
export const adultRule = ({ birth }: DocumentDates, today: string): Finding => {
  const words = {
    rule: 'adult',
    title: 'Aged 18 or over',
    expected: '18 years or older',
    source: 'Family Law Reform Act 1969 s 1',
  }
  if (!isDay(birth) || birth >= today) return notChecked(words)
  const age = yearsBetween(birth, today)
  const shownAge = { ...words, read: `${age} years` }
  return age >= 18
    ? passed(shownAge)
    : failed(
        shownAge,
        'The date of birth is that of a person under 18. A person at the firm will get in touch with you.',
      )
}

/** Compares the date of birth with the one the client gave. Not checked if the client gave none. */
export const birthRule = ({ noun, birth }: DocumentDates, client: KnownClient | null): Finding => {
  const known = client?.dateOfBirth ?? null
  const words = { rule: 'birth_date_matches', title: 'The date of birth matches yours', source: verification }
  if (!isDay(birth)) return notChecked(words)
  const read = { ...words, read: inWords(birth) }
  if (known === null) return notChecked(read)
  const compared = { ...read, expected: inWords(known) }
  if (birth === known) return passed(compared)
  return failed(
    compared,
    `This ${noun} gives ${inWords(birth)} as the date of birth, and you told us ${inWords(known)}. Please upload your own, or correct the date you gave us.`,
  )
}

/** Whole years from one day to another. */
const yearsBetween = (from: string, to: string) =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)

const shown = (day: string) => (isDay(day) ? inWords(day) : day)

const months: Record<string, number> = {
  JAN: 1,
  GEN: 1,
  ENE: 1,
  STY: 1,
  FEB: 2,
  FEV: 2,
  LUT: 2,
  MAR: 3,
  MRT: 3,
  MRZ: 3,
  MAE: 3,
  APR: 4,
  AVR: 4,
  ABR: 4,
  KWI: 4,
  MAY: 5,
  MAI: 5,
  MEI: 5,
  MAG: 5,
  MAJ: 5,
  JUN: 6,
  GIU: 6,
  CZE: 6,
  JUL: 7,
  LUG: 7,
  LIP: 7,
  AUG: 8,
  AOU: 8,
  AGO: 8,
  SIE: 8,
  SEP: 9,
  SET: 9,
  WRZ: 9,
  OCT: 10,
  OKT: 10,
  OTT: 10,
  OUT: 10,
  PAZ: 10,
  NOV: 11,
  LIS: 11,
  DEC: 12,
  DEZ: 12,
  DIC: 12,
  GRU: 12,
}

const named = /(?<!\d)(\d{1,2})[\s.,/-]*([A-Z][A-Z.\s/]{1,22}?)[\s.,/-]*(\d{4}|\d{2})(?!\d)/g
const dayFirst = /(?<!\d)(\d{1,2})\s?[./\s-]\s?(\d{1,2})\s?[./\s-]\s?(\d{4}|\d{2})(?!\d)/g
const yearFirst = /(?<!\d)(\d{4})\s?[./\s-]\s?(\d{1,2})\s?[./\s-]\s?(\d{1,2})(?!\d)/g

/**
 * Returns the days that a line of an identity document can mean, YYYY-MM-DD: "15 MAR /MARS 84", "15.03.1984". A
 * two-digit year gives both centuries, since only the MRZ can tell which is meant.
 */
export const cardDates = (text: string): string[] => {
  const plain = withStrokes(text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase())
  const days = [
    ...[...plain.matchAll(named)].flatMap(([, d, words = '', y]) =>
      monthsIn(words).flatMap((month) => dayOf(y, month, d)),
    ),
    ...[...plain.matchAll(dayFirst)].flatMap(([, d, m, y]) => dayOf(y, Number(m), d)),
    ...[...plain.matchAll(yearFirst)].flatMap(([, y, m, d]) => dayOf(y, Number(m), d)),
  ]
  return [...new Set(days)]
}

/** A month in two languages whose slash was read as a figure: "17 APR1AVR 90". */
const bilingual = /([A-Z]{3,9})\s?[1|]\s?([A-Z]{3,9})/g
const withStrokes = (text: string) =>
  text.replace(bilingual, (found, first: string, other: string) =>
    monthOf(first) !== undefined && monthOf(first) === monthOf(other) ? `${first} / ${other}` : found,
  )

// Two languages can use one word for two months: MEI is May in Dutch and June in Irish.
const monthsIn = (words: string) => [
  ...new Set(words.split(/[^A-Z]+/).flatMap((word) => monthOf(word) ?? [])),
]

const monthOf = (word: string) => exactMonth(word) ?? nearMonth(word)

// "SER" can only be SEP. A misread word that could be two months counts as none.
const nearMonth = (word: string) => {
  if (word.length < 3 || word.length > 4) return undefined
  const letters = word.slice(0, 3)
  const near = Object.keys(months).filter(
    (name) => [...name].filter((letter, at) => letter !== letters[at]).length === 1,
  )
  const found = new Set(near.map((name) => months[name]))
  return found.size === 1 ? months[near[0] ?? ''] : undefined
}

const exactMonth = (word: string) =>
  word.startsWith('JUI') ? (word.startsWith('JUIL') ? 7 : 6) : months[word.slice(0, 3)]

const dayOf = (year: string | undefined, month: number, date: string | undefined): string[] => {
  if (year === undefined) return []
  const years = year.length === 4 ? [year] : [`19${year}`, `20${year}`]
  return years
    .map((full) => `${full}-${String(month).padStart(2, '0')}-${(date ?? '').padStart(2, '0')}`)
    .filter(isDay)
}

/** Whether a day exists in the calendar. */
export const isDay = (day: string) => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
