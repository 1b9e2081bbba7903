import type { DocumentType } from '#contract/documents/validation.ts'
import type { Draw } from '../paper.ts'

/** The content of a drawn bill or statement. Each layout prints it differently. */
export interface Said {
  /** "Mrs Adaeze Okafor" */
  name: string
  /** Lines of the address, the postcode last. */
  address: readonly string[]
  /** YYYY-MM-DD */
  date: string
  /** Pounds and pence, as in "117.48". */
  total: string
}

export interface Layout {
  type: DocumentType
  issuer: string
  /** Whether it requests a single sum. */
  hasTotal?: true
  /** An address outside the United Kingdom, used instead of the holder's. The postcode is last. */
  abroad?: readonly string[]
  draw: (said: Said) => Draw
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Adds a number of days to a date. */
export const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Formats a date in one of the ways in which firms print it. */
export const dayIn = (
  date: string,
  form:
    | 'words'
    | 'short'
    | 'ordinal'
    | 'short ordinal'
    | 'slashes'
    | 'dots'
    | 'two figures'
    | 'capitals'
    | 'american'
    | 'american figures',
) => {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = months[Number(month) - 1] ?? ''
  const suffix = ['th', 'st', 'nd', 'rd'][/1\d$/.test(day) ? 0 : Number(day) % 10] ?? 'th'
  const forms = {
    words: `${Number(day)} ${name} ${year}`,
    short: `${day} ${name.slice(0, 3)} ${year}`,
    american: `${name.slice(0, 3)} ${Number(day)}, ${year}`,
    'american figures': `${month}/${day}/${year}`,
    'short ordinal': `${Number(day)}${suffix} ${name.slice(0, 3)} ${year}`,
    ordinal: `${Number(day)}${suffix} ${name} ${year}`,
    slashes: `${day}/${month}/${year}`,
    dots: `${day}.${month}.${year}`,
    'two figures': `${day}/${month}/${year.slice(2)}`,
    capitals: `${day} ${name.slice(0, 3).toUpperCase()} ${year.slice(2)}`,
  }
  return forms[form]
}

/** The first and last day of the month before, which is the period of a bill with this date. */
export const monthBefore = (date: string) => {
  const first = new Date(`${date.slice(0, 8)}01T00:00:00Z`)
  const last = new Date(first.getTime() - 86_400_000)
  const end = last.toISOString().slice(0, 10)
  return { from: `${end.slice(0, 8)}01`, to: end }
}
