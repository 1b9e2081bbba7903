import { z } from 'zod'
import { email, Profile, Registration } from '#contract/accounts/accounts.ts'
import { ImportField, importFieldNames } from '#contract/imports/columns.ts'
import { enteredDay, line, prose, safeDecode, yearWords } from '#contract/kit/endpoint.ts'
import { penceOf } from '#contract/kit/money.ts'
import { fold, withoutApostrophe } from '#contract/kit/text.ts'
import { isPlausibleKeyDate, MatterFacts, MatterPriority } from '#contract/matters/facts.ts'
import { matters } from '#contract/matters/matters.ts'

const { title, type } = matters.request.input.shape
/** An amount in pounds as typed. */
const amount = z.string().refine((text) => {
  const pence = penceOf(text)
  return pence !== null && MatterFacts.shape.value.safeParse(pence).success
})

const dateWords = 'isn’t a date such as 31/12/2025'
const keyDate = z.iso.date(dateWords).refine(isPlausibleKeyDate, yearWords)

/** The same rules as on the pages where these fields are typed, so that a file cannot contain what they refuse. */
const rules: Record<ImportField, z.ZodType<string | undefined>> = {
  clientReference: line(60),
  firstName: Registration.shape.firstName,
  lastName: Registration.shape.lastName,
  fullName: line(160),
  email: email('This isn’t a valid email address'),
  phone: Registration.shape.phone,
  address: Profile.shape.address,
  city: Profile.shape.city,
  postalCode: Profile.shape.postalCode,
  country: Profile.shape.country,
  feeEarner: line(254),
  caseReference: line(60),
  caseTitle: title,
  caseType: type,
  caseDescription: prose(4000),
  caseOpened: enteredDay(dateWords),
  casePriority: MatterPriority,
  caseSupervisor: line(254),
  caseTeam: line(60),
  caseValue: amount,
  caseCostsEstimate: amount,
  caseCostsSoFar: amount,
  caseTargetExchange: keyDate,
  caseCompletion: keyDate,
  caseLimitation: keyDate,
  caseScope: z.enum(['yes', 'no']),
  caseScopeReason: prose(1000),
}

export const amounts: ReadonlySet<ImportField> = new Set(['caseValue', 'caseCostsEstimate', 'caseCostsSoFar'])
export const days: ReadonlySet<ImportField> = new Set([
  'caseOpened',
  'caseTargetExchange',
  'caseCompletion',
  'caseLimitation',
])
const choices: Partial<Record<ImportField, string>> = {
  casePriority: 'high, medium or low',
  caseScope: 'yes or no',
}

export type RowValues = Partial<Record<ImportField, string>>

/** Reads the values of one row by field, or returns what is wrong with it in plain English. */
export function readRow(
  cells: readonly string[],
  columns: readonly (ImportField | '')[],
): { values: RowValues } | { fault: string } {
  if (cells.length > columns.length)
    return { fault: `This row has ${cells.length} columns, but the first row names ${columns.length}.` }
  const values: RowValues = {}
  const faults: string[] = []
  columns.forEach((field, at) => {
    // Our own CSV files have one before what a spreadsheet would execute, such as a phone number that starts with a plus.
    const typed = withoutApostrophe((cells[at] ?? '').replace(/\r\n?/g, '\n').trim())
    if (field === '' || typed === '') return
    const text = plainly(field, typed)
    const read = safeDecode(rules[field], text)
    if (read.success) values[field] = read.data
    else faults.push(faultOf(field, typed, read.error.issues[0]?.message ?? ''))
  })
  if (faults.length > 0) return { fault: faults.join(' ') }
  return { values: withNames(values) }
}

const faultOf = (field: ImportField, typed: string, message: string) => {
  const shown = typed.length > 60 ? `${typed.slice(0, 60)}…` : typed
  const name = importFieldNames[field]
  if (message === yearWords) return `${name}: please check the year of “${shown}”.`
  if (days.has(field)) return `${name}: “${shown}” ${message}.`
  if (amounts.has(field)) return `${name}: “${shown}” isn’t an amount in pounds such as 1,450.00.`
  const choice = choices[field]
  if (choice) return `${name.replace(/ \(.*$/, '')}: “${shown}” isn’t ${choice}.`
  if (field === 'email') return `Email: “${shown}” isn’t a valid email address.`
  return `${name}: ${message.replace(/\.?$/, '.')}`
}

const plainly = (field: ImportField, typed: string) => {
  if (days.has(field)) return dayOf(typed)
  if (field === 'casePriority') return fold(typed)
  if (field === 'caseScope') return answerOf(fold(typed))
  if (field === 'phone') return withFirstZero(oneLine(field, typed))
  return oneLine(field, typed)
}

/** Gives a British number the first 0 back that a spreadsheet dropped. */
const withFirstZero = (text: string) => (/^[1-35789]\d{9}$/.test(text.replace(/\s/g, '')) ? `0${text}` : text)

/** Different systems write yes as "Y", "TRUE" or "in scope". */
const answerOf = (said: string) => {
  if (['y', 'true', '1', 'in scope', 'in'].includes(said)) return 'yes'
  return ['n', 'false', '0', 'out of scope', 'out'].includes(said) ? 'no' : said
}

/** Joins an address of several lines into one, as in the profile. A description keeps its lines. */
const oneLine = (field: ImportField, text: string) =>
  field === 'caseDescription' || field === 'caseScopeReason' ? text : text.replace(/,?\s*\n\s*/g, ', ')

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Converts "31/12/2025", "31 Dec 2025" or "2025-12-31", with or without a time after it, to a calendar day. */
const dayOf = (text: string) => {
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/.exec(text)
  const words = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ -,]+(\d{4})\b/i.exec(text)
  const [, date, month, year] = numbers ?? words ?? []
  if (!date || !month || !year) return text.slice(0, 10)
  const number = words && !numbers ? months.indexOf(month.toLowerCase()) + 1 : Number(month)
  return `${year}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`
}

const titles = new Set('mr mrs ms miss mx dr prof professor rev sir dame lord lady'.split(' '))

const untitled = (name: string) =>
  name.split(/\s+/).filter((word, at) => at > 0 || !titles.has(fold(word).replace('.', '')))

/** Splits "Dr Amara Okafor" or "Okafor, Dr Amara", for files without separate columns for first and last names. */
const withNames = (values: RowValues): RowValues => {
  const { fullName, firstName, lastName } = values
  if (!fullName || (firstName && lastName)) return values
  const [before = '', after] = fullName.split(',').map((part) => part.trim())
  const words = untitled(after || before)
  const family = after ? before : words.at(-1)
  const given = after ? words : words.slice(0, -1)
  if (!family || given.length === 0) return values
  return { ...values, firstName: firstName ?? given.join(' '), lastName: lastName ?? family }
}
