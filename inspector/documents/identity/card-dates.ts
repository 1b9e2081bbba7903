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
 * The days that a line of an identity document can mean, YYYY-MM-DD: "15 MAR /MARS 84", "15.03.1984". Of a year
 * of two figures both centuries are given, since only the other zone can tell.
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

/** A month in two languages with a stroke between them that was read as a figure: "17 APR1AVR 90". */
const bilingual = /([A-Z]{3,9})\s?[1|]\s?([A-Z]{3,9})/g
const withStrokes = (text: string) =>
  text.replace(bilingual, (found, one: string, other: string) =>
    monthOf(one) !== undefined && monthOf(one) === monthOf(other) ? `${one} / ${other}` : found,
  )

// Two languages can name two months alike: MEI is May in Dutch and June in Irish.
const monthsIn = (words: string) => [
  ...new Set(words.split(/[^A-Z]+/).flatMap((word) => monthOf(word) ?? [])),
]

const monthOf = (word: string) => exactMonth(word) ?? nearMonth(word)

// "SER" can only be SEP; a letter that could make two months of it makes none.
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

/** Whether such a day is in the calendar. */
export const isDay = (day: string) => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
