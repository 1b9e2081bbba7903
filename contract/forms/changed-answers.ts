import { introduced, isBlank, textOf } from './firm-answers.ts'
import { type FirmField, isShown, type RowField } from './firm-form.ts'
import { type BuiltInForm, formSteps, type Answers as Submitted } from './forms.ts'
import { type ShownAnswer, type ShownStep, shownAnswers } from './labels.ts'

type Values = Record<string, unknown>
type Given = Pick<Submitted, 'form' | 'formData' | 'questions'>

export interface ComparedAnswer extends ShownAnswer {
  /** What an earlier submission had in its place, in words. Null if nothing has changed. */
  before: string | null
}

export interface ComparedStep extends Omit<ShownStep, 'answers'> {
  answers: ComparedAnswer[]
}

/** A question that a submission has answered, or could have. */
interface Question {
  key: string
  label: string
  answer: unknown
  text: string
  isFile: boolean
  /** For a group: the questions of each row. Null for any other question. */
  rows: Question[][] | null
}

interface AnsweredStep {
  title: string
  /** All questions of the page in their order, also those that don't apply. */
  keys: string[]
  questions: Question[]
}

const noLongerAsked = 'No longer asked'

/**
 * Returns the newest answers as text, page by page, each with what it was in an earlier submission. What was answered
 * then and isn't now is listed where it was. The order of rows, or of ticks, is no part of an answer.
 */
export function compareAnswers(newest: Given, earlier: Given): ComparedStep[] {
  const [steps, earlierSteps] = [stepsOf(newest), stepsOf(earlier)]
  const before = byKey(earlierSteps.flatMap(({ questions }) => questions))
  const known = new Set(steps.flatMap(({ keys }) => keys))
  const dropped = earlierSteps.map(({ title, questions }) => ({
    title,
    answers: questions
      .filter(({ key }) => !known.has(key))
      .flatMap((question) => compare(undefined, question)),
  }))
  const titles = new Set(steps.map(({ title }) => title))
  const answersOf = ({ title, keys, questions }: AnsweredStep) => {
    const now = byKey(questions)
    const answers = keys.flatMap((key) => compare(now.get(key), before.get(key)))
    return [...answers, ...dropped.flatMap((page) => (page.title === title ? page.answers : []))]
  }
  return [
    ...steps.map((page) => ({ title: page.title, answers: answersOf(page) })),
    ...dropped.filter(({ title, answers }) => !titles.has(title) && answers.length > 0),
  ].map((page, index) => ({ ...page, step: index + 1 }))
}

/** Counts the answers that differ. */
export const changesIn = (steps: readonly ComparedStep[]) =>
  steps.flatMap(({ answers }) => answers).filter(({ before }) => before !== null).length

const byKey = (questions: readonly Question[]) =>
  new Map(questions.map((question) => [question.key, question]))

const stepsOf = ({ form, formData, questions }: Given): AnsweredStep[] => {
  if (form !== 'firm_form') return builtInSteps(form, formData)
  return (questions?.sections ?? []).map(({ title, fields }) => ({
    title,
    keys: fields.map(({ key }) => key),
    questions: questionsOf(fields, formData),
  }))
}

const builtInSteps = (form: BuiltInForm, values: Values): AnsweredStep[] =>
  shownAnswers(form, values).map(({ title, answers }, index) => ({
    title,
    keys: formSteps[form][index]?.fields ?? [],
    questions: answers.map(({ name, label, text }) => ({
      key: name,
      label,
      answer: values[name],
      text,
      isFile: false,
      rows: null,
    })),
  }))

const questionsOf = (fields: readonly (FirmField | RowField)[], values: Values): Question[] =>
  fields
    .filter((field) => isShown(field, values))
    .map((field) => {
      const answer = values[field.key]
      const rows = Array.isArray(answer) ? (answer as Values[]) : []
      return {
        key: field.key,
        label: field.label,
        answer,
        text: field.kind === 'group' ? 'None' : textOf(field, answer),
        isFile: field.kind === 'file',
        rows:
          'fields' in field && field.kind === 'group'
            ? rows.map((row) => questionsOf(field.fields, row))
            : null,
      }
    })

function compare(now: Question | undefined, before: Question | undefined): ComparedAnswer[] {
  // A question that became a group, or was one, is another question.
  if (now && before && (now.rows === null) !== (before.rows === null))
    return [...compare(now, undefined), ...compare(undefined, before)]
  if (now?.rows || before?.rows) return compareRows(now, before)
  if (now) return [{ ...lineOf(now), before: beforeOf(now, before) }]
  if (before === undefined || isBlank(before.answer)) return []
  return [{ ...lineOf(before), name: `${before.key}.before`, text: noLongerAsked, before: before.text }]
}

const lineOf = ({ key, label, text }: Question): ShownAnswer => ({ name: key, label, text })

/** Returns what a question had as its answer, null if it is still that. */
function beforeOf(now: Question, before: Question | undefined) {
  if (before === undefined) return isBlank(now.answer) ? null : 'Not asked'
  if (isSame(now.answer, before.answer)) return null
  if (now.text !== before.text) return before.text
  return now.isFile ? `Another file with the same name: ${before.text}` : null
}

/** The order of ticks, and of the keys of an object, says nothing. */
const isSame = (now: unknown, before: unknown): boolean => {
  if (isBlank(now) || isBlank(before)) return isBlank(now) && isBlank(before)
  if (Array.isArray(now) && Array.isArray(before))
    return now.length === before.length && now.every((value) => before.includes(value))
  if (typeof now !== 'object' || typeof before !== 'object') return now === before
  const [parts, others] = [{ ...now } as Values, { ...before } as Values]
  return [...new Set([...Object.keys(parts), ...Object.keys(others)])].every((key) =>
    isSame(parts[key], others[key]),
  )
}

function compareRows(now: Question | undefined, before: Question | undefined): ComparedAnswer[] {
  const rows = now?.rows ?? []
  const earlier = before?.rows ?? []
  const pairs = pairRows(rows, earlier)
  const matched = new Set(pairs.values())
  const added = before === undefined ? 'Not asked' : 'Not listed'
  return [
    ...(now && rows.length === 0 ? [{ ...lineOf(now), before: null }] : []),
    ...rows.map((row, index) => {
      const other = pairs.get(row)
      return {
        name: `${now?.key}.${index}`,
        label: `${now?.label} (${index + 1})`,
        text: textOfRow(row),
        before: other ? textOfChanges(row, other) : added,
      }
    }),
    ...earlier
      .filter((row) => !matched.has(row))
      .map((row, index) => ({
        name: `${before?.key}.before.${index}`,
        label: before?.label ?? '',
        text: now ? 'No longer listed' : noLongerAsked,
        before: textOfRow(row),
      })),
  ]
}

/** Finds for each row the earlier one that is most like it; of equally alike ones the first. */
function pairRows(rows: readonly Question[][], earlier: readonly Question[][]) {
  const candidates = rows
    .flatMap((row) => earlier.map((other) => ({ row, other, likeness: likenessOf(row, other) })))
    .toSorted((a, b) => b.likeness - a.likeness)
  const pairs = new Map<Question[], Question[]>()
  const taken = new Set<Question[]>()
  for (const { row, other } of candidates)
    if (!pairs.has(row) && !taken.has(other)) {
      pairs.set(row, other)
      taken.add(other)
    }
  return pairs
}

/** The share of a row's answers that are the same, from 0 to 1. */
const likenessOf = (row: Question[], other: Question[]) => {
  const lines = compareRow(row, other)
  return lines.filter(({ before }) => before === null).length / Math.max(lines.length, 1)
}

const compareRow = (row: Question[], other: Question[]) => {
  const [now, before] = [byKey(row), byKey(other)]
  return [...new Set([...now.keys(), ...before.keys()])].flatMap((key) =>
    compare(now.get(key), before.get(key)),
  )
}

const rowLine = (label: string, text: string) => `${introduced(label)} ${text}`

const textOfRow = (row: Question[]) => row.map(({ label, text }) => rowLine(label, text)).join('\n')

/** Returns what has changed in a row, as it was before. Null if nothing has. */
const textOfChanges = (row: Question[], other: Question[]) =>
  compareRow(row, other)
    .flatMap(({ label, before }) => (before === null ? [] : rowLine(label, before)))
    .join('\n') || null
