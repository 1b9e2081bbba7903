import { z } from 'zod'
import { email } from '../accounts/accounts.ts'
import { DocumentId } from '../documents/documents.ts'
import { isPostcode, writePostcode } from '../kit/address.ts'
import { dayText } from '../kit/day.ts'
import { enteredDay, line, prose } from '../kit/endpoint.ts'
import { withoutSeparators } from '../kit/money.ts'
import { telephone } from '../kit/telephone.ts'
import { type FirmField, type FirmForm, fieldsOf, isShown, type RowField } from './firm-form.ts'
import type { Answers as Submitted } from './forms.ts'
import { type ShownStep, shownAnswers } from './labels.ts'

export const longestGroup = 10

type AnyField = FirmField | RowField
type Answers = Record<string, unknown>
/** A sentence for each invalid answer, by its path, such as `givers.0.name`. */
type Faults = Record<string, string>

const needed = 'Please fill this in'
const dateWords = 'Please enter a real date, such as 27 03 1986'
const optional = <S extends z.ZodType>(schema: S) => z.union([z.literal(''), schema])

const isNumber = (typed: string) => /^-?\d{1,12}(\.\d{1,6})?$/.test(withoutSeparators(typed))
const isAmount = (typed: string) => /^\d{1,10}(\.\d{1,2})?$/.test(withoutSeparators(typed))
const asAmount = (typed: string) => (typed === '' ? '' : Number(withoutSeparators(typed)).toFixed(2))

const Address = z
  .strictObject({
    line1: line(120, 'Please enter the house number and street'),
    line2: line(120),
    town: line(80, 'Please enter the town or city'),
    postcode: line(20),
    /** Empty for an address in the United Kingdom. */
    country: line(60),
  })
  .refine(({ postcode, country }) => country !== '' || isPostcode(postcode), {
    message: 'Please enter a UK postcode, such as W1U 4PL, or a country',
    path: ['postcode'],
  })
  .transform((address) => ({ ...address, postcode: writePostcode(address.postcode) }))

const Person = z.strictObject({
  name: line(160, 'Please enter the full name'),
  dateOfBirth: optional(z.iso.date(dateWords)),
  email: optional(email('Please enter a valid email address')),
  phone: line(40),
})
/** As it is typed now. Answers from before may hold another text for a phone number, or another year. */
const TypedPerson = Person.extend({
  dateOfBirth: optional(enteredDay(dateWords)),
  phone: telephone(),
})

const UploadedFile = z.strictObject({ documentId: DocumentId, name: line(300) })

const blanks: Record<AnyField['kind'], unknown> = {
  text: '',
  long_text: '',
  number: '',
  money: '',
  date: '',
  choice: '',
  several: [],
  address: { line1: '', line2: '', town: '', postcode: '', country: '' },
  file: null,
  person: { name: '', dateOfBirth: '', email: '', phone: '' },
  group: [],
}

export const blankOf = ({ kind }: Pick<AnyField, 'kind'>) => blanks[kind]

/** Whether an answer is empty in all its parts. */
export const isBlank = (answer: unknown): boolean => {
  if (answer === null || answer === undefined || answer === '') return true
  if (typeof answer === 'string') return answer.trim() === ''
  return typeof answer === 'object' && Object.values(answer).every(isBlank)
}

const ruleOf = ({ kind, offers }: AnyField): z.ZodType => {
  const offered = z.string().refine((value) => offers.some((offer) => offer.value === value), {
    error: 'Please choose one of the answers',
  })
  const rules: Record<Exclude<AnyField['kind'], 'group'>, z.ZodType> = {
    text: line(400),
    long_text: prose(4000),
    number: line(40).refine(isNumber, 'Please enter a number, such as 3'),
    money: line(40)
      .refine(isAmount, 'Please enter an amount in pounds, such as 1,450.00')
      .transform(asAmount),
    date: z.iso.date(dateWords),
    choice: offered,
    several: z.array(offered).max(20),
    address: Address,
    file: UploadedFile,
    person: TypedPerson,
  }
  return kind === 'group' ? z.unknown() : rules[kind]
}

/**
 * Returns the valid answers to the questions that apply, and the faults of the others. Answers to questions that do not
 * apply, or no longer do, are dropped.
 */
export function checkAnswers(form: FirmForm, given: Answers): { answers: Answers; faults: Faults } {
  const faults: Faults = {}
  return { answers: checkedFields(fieldsOf(form), given, { path: '', faults }), faults }
}

interface At {
  path: string
  faults: Faults
}

function checkedFields(fields: readonly AnyField[], given: Answers, { path, faults }: At): Answers {
  const kept: Answers = {}
  for (const field of fields)
    if (isShown(field, kept))
      kept[field.key] = checkedField(field, answerIn(given, field) ?? blankOf(field), {
        path: `${path}${field.key}`,
        faults,
      })
  return kept
}

/** Returns the answer to a question, also to one whose key is `constructor`. */
const answerIn = (given: Answers, { key }: AnyField) => (Object.hasOwn(given, key) ? given[key] : undefined)

function checkedField(field: AnyField, given: unknown, { path, faults }: At): unknown {
  if (field.kind === 'group') return checkedRows(field as FirmField, given, { path, faults })
  if (isBlank(given)) {
    if (field.isRequired) faults[`${path}${firstPart[field.kind] ?? ''}`] = needed
    return blankOf(field)
  }
  const checked = ruleOf(field).safeParse(given)
  if (checked.success) return checked.data
  for (const { path: part, message } of checked.error.issues)
    faults[[path, ...(field.kind === 'several' ? [] : part)].join('.')] ??= message
  return blankOf(field)
}

/** If a whole answer is missing, its first part shows the error. */
const firstPart: Partial<Record<AnyField['kind'], string>> = { address: '.line1', person: '.name' }

const checkedRows = ({ fields, isRequired }: FirmField, given: unknown, { path, faults }: At) => {
  const rows = Array.isArray(given) ? given : []
  if (rows.length > longestGroup) {
    faults[path] = `Please add at most ${longestGroup}`
    return []
  }
  const filled = rows.filter((row): row is Answers => typeof row === 'object' && row !== null)
  if (isRequired && filled.length === 0) faults[path] = 'Please add at least one'
  return filled.map((row, index) => checkedFields(fields, row, { path: `${path}.${index}.`, faults }))
}

/** Returns the files in the answers. */
export const filesOf = (form: FirmForm, answers: Answers) =>
  fieldsOf(form).flatMap(({ kind, key }) => {
    const file = kind === 'file' ? UploadedFile.safeParse(answers[key]).data : undefined
    return file ? [file] : []
  })

/** Returns the people whom the answers name, with how to reach them. */
export const peopleIn = (form: FirmForm, answers: Answers) =>
  fieldsOf(form)
    .filter((field) => isShown(field, answers))
    .flatMap((field) => {
      if (field.kind !== 'group') return personIn(field, answers)
      const rows = Array.isArray(answers[field.key]) ? (answers[field.key] as Answers[]) : []
      return rows.flatMap((row) => field.fields.flatMap((inner) => personIn(inner, row)))
    })

const personIn = ({ kind, key }: AnyField, answers: Answers) => {
  const person = kind === 'person' ? Person.safeParse(answers[key]).data : undefined
  return person ? [person] : []
}

/** Returns the answers as text, page by page, including those to questions that the current form no longer contains. */
export const shownFirmAnswers = (form: FirmForm, answers: Answers): ShownStep[] =>
  form.sections.map(({ title, fields }, index) => ({
    title,
    step: index + 1,
    answers: fields.filter((field) => isShown(field, answers)).flatMap((field) => shownField(field, answers)),
  }))

const shownField = (field: FirmField, answers: Answers) => {
  const answer = answers[field.key]
  if (field.kind !== 'group') return [{ name: field.key, label: field.label, text: textOf(field, answer) }]
  const rows = Array.isArray(answer) ? (answer as Answers[]) : []
  if (rows.length === 0) return [{ name: field.key, label: field.label, text: 'None' }]
  return rows.map((row, index) => ({
    name: `${field.key}.${index}`,
    label: `${field.label} (${index + 1})`,
    text: field.fields
      .filter((inner) => isShown(inner, row))
      .map((inner) => `${introduced(inner.label)} ${textOf(inner, row[inner.key])}`)
      .join('\n'),
  }))
}

/** "Name" → "Name:", but "How old are they?" as it is. */
export const introduced = (label: string) => (/[?:.!]$/.test(label) ? label : `${label}:`)

/** The text of a question without an answer. */
export const notGiven = 'Not given'

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** Returns an answer in the words of its question. A group has no words of its own. */
export const textOf = ({ kind, offers }: AnyField, answer: unknown): string => {
  if (isBlank(answer)) return notGiven
  const labelOf = (value: unknown) => offers.find((offer) => offer.value === value)?.label ?? String(value)
  if (kind === 'choice') return labelOf(answer)
  if (kind === 'several') return (answer as unknown[]).map(labelOf).join('; ')
  if (kind === 'money') return pounds.format(Number(answer))
  if (kind === 'date') return dayText(String(answer))
  if (typeof answer !== 'object') return answer as string
  const parts = answer as Record<string, string>
  if (kind === 'file') return parts.name ?? ''
  // PostgreSQL keeps the keys of an object in an order of its own.
  const address = [parts.line1, parts.line2, parts.town, parts.postcode, parts.country]
  const born = parts.dateOfBirth && `born ${dayText(parts.dateOfBirth)}`
  const lines = kind === 'person' ? [parts.name, born, parts.email, parts.phone] : address
  return lines.filter(Boolean).join('\n')
}

/** Returns submitted answers to any form as text. */
export const shownSubmitted = ({
  form,
  formData,
  questions,
}: Pick<Submitted, 'form' | 'formData' | 'questions'>): ShownStep[] => {
  if (form !== 'firm_form') return shownAnswers(form, formData)
  return questions === null ? [] : shownFirmAnswers(questions, formData)
}
