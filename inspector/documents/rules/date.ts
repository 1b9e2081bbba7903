import { daysBetween, inWords } from '../../read/dates.ts'
import { doubtful, type Finding, failed, passed, verification } from '../finding.ts'
import { nounOf, type Statement } from '../statement.ts'

/** In days, the firm's own limit, shown to people as "3 months". Older documents prove little about today. */
const freshDays = 90

/** Checks the date: at most 90 days old. A council tax or rates bill is for the current year, a P60 for the last one. */
export const dateRule = (statement: Statement, today: string): Finding => {
  const { kind, taxYear, date } = statement
  if (taxYear !== undefined) return taxYearRule(statement, { year: taxYear, today })
  return kind === 'p60' && date ? p60Rule(statement, { ended: date.day, today }) : ageRule(statement, today)
}

// Employers give a P60 by 31 May (Income Tax (PAYE) Regulations 2003 reg 67).
const p60Rule = (statement: Statement, { ended, today }: { ended: string; today: string }): Finding => {
  const [year, isGiven] = [Number(today.slice(0, 4)), today.slice(5) >= '06-01']
  const last = `${isGiven ? year : year - 1}-04-05`
  const words = {
    rule: 'dated_within_90_days',
    title: 'For the last tax year',
    read: `the year to ${inWords(ended)}`,
    expected: `the year to ${inWords(last)}`,
    source: `${verification}; last tax year by the firm's rule`,
  }
  if (ended > today)
    return failed(
      words,
      `This ${nounOf(statement)} is for a year that has not ended. Please check that it is right.`,
    )
  if (ended >= last) return passed(words)
  return failed(
    words,
    `This ${nounOf(statement)} is for ${words.read}. Please upload the one for ${words.expected}.`,
    { isExpired: true },
  )
}

const ageRule = (statement: Statement, today: string): Finding => {
  const { date } = statement
  const noun = nounOf(statement)
  const words = {
    rule: 'dated_within_90_days',
    title: 'Dated within the last 3 months',
    expected: `${inWords(daysBefore(today, freshDays))} or later`,
    source: `${verification}; ${freshDays} days by the firm's rule`,
  }
  // A period that has not ended yet does not tell when the page was made.
  if (date === undefined || (date.basis === 'period' && date.day > today))
    return doubtful(
      words,
      `We couldn't find the date of this ${noun}. Please upload one that shows when it was issued.`,
      { isMissing: true },
    )
  const age = daysBetween(date.day, today)
  const dated = `This ${noun} is dated ${inWords(date.day)}`
  const shown = { ...words, read: inWords(date.day) }
  if (age < 0)
    return failed(shown, `${dated}, which is still to come. Please check that it is the right one.`)
  if (age > freshDays)
    return failed(
      shown,
      `${dated}, more than ${inMonths(age)} ago. Please upload one from the last 3 months.`,
      {
        isExpired: true,
      },
    )
  return passed(shown, date.isContested || date.basis === 'bare' ? 0.5 : date.basis === 'issue' ? 1 : 0.95)
}

/** "5 months", "8 years". Just past the limit it is "3 months". */
const inMonths = (days: number) =>
  days < 730 ? `${Math.max(3, Math.floor(days / 30.44))} months` : `${Math.floor(days / 365.25)} years`

const taxYearRule = (statement: Statement, { year, today }: { year: number; today: string }): Finding => {
  const { date } = statement
  const current = taxYearAt(today)
  const words = {
    rule: 'dated_within_90_days',
    title: `For the current year of ${statement.kind === 'rates' ? 'rates' : 'council tax'}`,
    read: yearInWords(year),
    expected: yearInWords(current),
    source: `${verification}; current year by the firm's rule`,
  }
  // The bill for the coming year arrives in March.
  const isFresh = date !== undefined && date.day <= today && daysBetween(date.day, today) <= freshDays
  if (year === current || (year === current + 1 && isFresh)) return passed(words)
  return failed(
    words,
    `This ${nounOf(statement)} is for ${yearInWords(year)}. Please upload the one for ${yearInWords(current)}.`,
    { isExpired: year < current },
  )
}

// Council tax years begin on 1 April (Local Government Finance Act 1992 s 69), and so do the years of rates in Northern
// Ireland (Rates (Northern Ireland) Order 1977).
const taxYearAt = (today: string) => Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0)

const yearInWords = (year: number) => `${year}/${String(year + 1).slice(2)}`

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
