import { z } from 'zod'
import { line } from '../kit/endpoint.ts'

/** The kinds of answer that a question of the firm's own form can have. */
export const FieldKind = z.enum(
  ['text', 'long_text', 'number', 'money', 'date', 'choice', 'several', 'address', 'file', 'person', 'group'],
  'Please choose what is asked for',
)
export type FieldKind = z.infer<typeof FieldKind>

export const fieldKindNames: Record<FieldKind, string> = {
  text: 'Short text',
  long_text: 'Long text',
  number: 'Number',
  money: 'Amount in pounds',
  date: 'Date',
  choice: 'One of several answers',
  several: 'Any of several answers',
  address: 'Address',
  file: 'File',
  person: 'Person',
  group: 'Group that can be repeated',
}

/** A key that stays the same in every version, even if the wording changes. */
export const FieldKey = z.string().regex(/^[a-z][a-z0-9_]{0,29}$/, 'Please use small letters and digits')

export const AnswerChoice = z.strictObject({ value: FieldKey, label: line(120, 'Please write the answer') })
export type AnswerChoice = z.infer<typeof AnswerChoice>

const field = z.strictObject({
  key: FieldKey,
  kind: FieldKind,
  label: line(200, 'Please write the question'),
  hint: line(300),
  isRequired: z.boolean(),
  /** For a choice: the possible answers. */
  offers: z.array(AnswerChoice).max(20, 'Please keep to 20 answers'),
  /** The question applies only if an earlier choice at the same level has this value. */
  shownWhen: z.strictObject({ field: FieldKey, value: FieldKey }).nullable(),
})

/** A question inside a repeatable group. */
export const RowField = field.extend({ kind: FieldKind.exclude(['group', 'file']) })
export type RowField = z.infer<typeof RowField>

export const FirmField = field.extend({
  /** For a group: the questions of each row. */
  fields: z.array(RowField).max(10, 'Please keep to 10 questions in a group'),
})
export type FirmField = z.infer<typeof FirmField>

export const FormSection = z.strictObject({
  title: line(80, 'Please give this page a title'),
  fields: z.array(FirmField).max(30, 'Please keep to 30 questions on a page'),
})
export type FormSection = z.infer<typeof FormSection>

/** A form that the firm wrote itself, page by page. */
export const FirmForm = z.strictObject({
  sections: z.array(FormSection).max(8, 'Please keep to 8 pages'),
})
export type FirmForm = z.infer<typeof FirmForm>

type AnyField = FirmField | RowField

export const fieldsOf = ({ sections }: FirmForm): FirmField[] => sections.flatMap(({ fields }) => fields)

export const hasChoices = ({ kind }: Pick<AnyField, 'kind'>) => kind === 'choice' || kind === 'several'

/** Whether an answer equals, or contains, this value. */
export const isAnswered = (answer: unknown, value: string) =>
  Array.isArray(answer) ? answer.includes(value) : String(answer) === value

/** Whether a question applies, given the other answers at its level. */
export const isShown = ({ shownWhen }: Pick<AnyField, 'shownWhen'>, answers: Record<string, unknown>) =>
  shownWhen === null || isAnswered(answers[shownWhen.field], shownWhen.value)

/**
 * Returns the questions that apply, of those of one level. The answer to a question that no longer applies is not given,
 * so what depends on it doesn't apply either.
 */
export const shownAmong = <F extends AnyField>(
  fields: readonly F[],
  answers: Record<string, unknown>,
): F[] => {
  const given: Record<string, unknown> = {}
  return fields.filter((field) => {
    const applies = isShown(field, given)
    if (applies) given[field.key] = answers[field.key]
    return applies
  })
}

/** Returns what is wrong with a form, in sentences that name the question. Empty if nothing is. */
export function formFaults(form: FirmForm): string[] {
  const all = fieldsOf(form)
  if (all.length === 0) return ['The form needs at least one question.']
  const empty = form.sections.filter(({ fields }) => fields.length === 0)
  return [
    ...empty.map(({ title }) => `The page “${title}” has no question.`),
    ...faultsBeside(all),
    ...all.flatMap(({ kind, label, fields }) => {
      if (kind !== 'group') return []
      return fields.length === 0 ? [`“${label}” needs a question to repeat.`] : faultsBeside(fields)
    }),
  ]
}

const faultsBeside = (fields: readonly AnyField[]) =>
  fields.flatMap((field, index) => {
    const { key, label, offers, shownWhen } = field
    const faults: string[] = []
    if (fields.findIndex((other) => other.key === key) !== index)
      faults.push(`“${label}” has the same short name as another question.`)
    if (hasChoices(field) && offers.length < 2)
      faults.push(`“${label}” needs at least two answers to choose.`)
    if (new Set(offers.map(({ value }) => value)).size < offers.length)
      faults.push(`“${label}” offers the same answer twice.`)
    const earlier = fields.slice(0, index).find((other) => other.key === shownWhen?.field)
    if (shownWhen && !earlier?.offers.some(({ value }) => value === shownWhen.value))
      faults.push(`“${label}” depends on an answer that no earlier question offers.`)
    return faults
  })
