import { inWords } from '../../read/dates.ts'
import type { KnownClient } from '../expectation.ts'
import { doubtful, type Finding, failed, notChecked, passed, verification } from '../finding.ts'
import { isDay } from './card-dates.ts'

export interface DocumentDates {
  noun: string
  /** YYYY-MM-DD, or empty when it was not read. */
  birth: string
  /** Null when it was not read. */
  expiry: string | null
  /** Such documents do not say there when they end, as French cards until 2021. */
  endsNowhere?: boolean
  /** Where it is printed and was read. */
  issue: string | null
  /** Where the dates were read, as the source of the rule. */
  source: string
}

/** It is still valid today. */
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

/** Longer than any of these documents is valid, in years; those for life end far later or never. */
const longestValidity = 16
const oldest = 120

/** Nobody is born tomorrow; nothing is valid before it was issued, nor for a century. */
export const possibleRule = (dates: DocumentDates, today: string): Finding => {
  const { birth, expiry, issue, source } = dates
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
  ].filter((fault) => fault !== false)
  if (faults.length === 0) return passed(words)
  return doubtful(
    { ...words, expected: faults.join('; ') },
    `The dates on this ${dates.noun} are not clear to us: ${faults[0]}. Please check that the photo is sharp; a person at the firm will look at it, too.`,
  )
}

/** Whoever signs with a firm is an adult; a child's document goes to a person. */
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

/** It is the birthday that the client told; nothing is compared where none was told. */
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
export const yearsBetween = (from: string, to: string) =>
  Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)

const shown = (day: string) => (isDay(day) ? inWords(day) : day)
