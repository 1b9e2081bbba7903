import { z } from 'zod'
import { blankOf, checkAnswers, longestGroup, shownFirmAnswers } from '#contract/forms/firm-answers.ts'
import {
  type FirmField,
  type FirmForm,
  fieldsOf,
  type RowField,
  shownAmong,
} from '#contract/forms/firm-form.ts'
import type { FormPlan, PageValues } from './plans.ts'

type AnyField = FirmField | RowField

/** Suffixes of the fields that make up one answer. */
const partsOf: Partial<Record<AnyField['kind'], readonly string[]>> = {
  address: ['line1', 'line2', 'town', 'postcode', 'country'],
  person: ['name', 'dateOfBirth', 'email', 'phone'],
  file: ['documentId', 'name'],
}

/** Returns the field that has the number of a group's rows. */
export const rowsNameOf = (name: string) => `${name}-rows`

/** Returns the field names of one question, for a group those of all the rows it may have. */
const namesOf = (field: AnyField, name: string): string[] => {
  if (field.kind === 'group' && 'fields' in field)
    return [
      rowsNameOf(name),
      ...Array.from({ length: longestGroup }, (_, row) =>
        field.fields.flatMap((inner) => namesOf(inner, `${name}-${row}-${inner.key}`)),
      ).flat(),
    ]
  return partsOf[field.kind]?.map((part) => `${name}-${part}`) ?? [name]
}

const textAt = (values: PageValues, name: string) => (typeof values[name] === 'string' ? values[name] : '')

export const rowCountOf = (values: PageValues, name: string) =>
  Math.min(Number(textAt(values, rowsNameOf(name))) || 0, longestGroup)

const wireOf = (fields: readonly AnyField[], values: PageValues, prefix = ''): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.key, wireField(field, values, `${prefix}${field.key}`)]))

const wireField = (field: AnyField, values: PageValues, name: string): unknown => {
  if (field.kind === 'group' && 'fields' in field)
    return Array.from({ length: rowCountOf(values, name) }, (_, row) =>
      wireOf(field.fields, values, `${name}-${row}-`),
    )
  const parts = partsOf[field.kind]
  if (!parts) return values[name] ?? blankOf(field)
  if (field.kind === 'file' && textAt(values, `${name}-documentId`) === '') return null
  return Object.fromEntries(parts.map((part) => [part, textAt(values, `${name}-${part}`)]))
}

const pageOf = (fields: readonly AnyField[], answers: Record<string, unknown>, prefix = ''): PageValues =>
  Object.assign(
    {},
    ...fields.map((field) => pageField(field, answers[field.key] ?? blankOf(field), `${prefix}${field.key}`)),
  )

const pageField = (field: AnyField, answer: unknown, name: string): PageValues => {
  if (field.kind === 'group' && 'fields' in field) {
    const rows = (Array.isArray(answer) ? answer : []) as Record<string, unknown>[]
    return Object.assign(
      { [rowsNameOf(name)]: String(rows.length) },
      ...rows.map((row, index) => pageOf(field.fields, row, `${name}-${index}-`)),
    )
  }
  const parts = partsOf[field.kind]
  if (!parts) return { [name]: answer as PageValues[string] }
  const held = (answer ?? {}) as Record<string, string>
  return Object.fromEntries(parts.map((part) => [`${name}-${part}`, held[part] ?? '']))
}

/** Returns a blank value for every possible field. Otherwise a new row would have undefined values. */
const blankPage = (questions: FirmForm): PageValues => {
  const all = fieldsOf(questions)
  const rowsOf = (field: AnyField, name: string): PageValues =>
    field.kind === 'group' && 'fields' in field
      ? Object.assign(
          { [rowsNameOf(name)]: field.isRequired ? '1' : '0' },
          ...Array.from({ length: longestGroup }, (_, row) => pageOf(field.fields, {}, `${name}-${row}-`)),
        )
      : pageField(field, blankOf(field), name)
  return Object.assign({}, ...all.map((field) => rowsOf(field, field.key)))
}

/** Returns the field that shows the error of a path such as `givers.0.giver.name`. */
const nameOf = (questions: FirmForm, path: string) => {
  const field = fieldsOf(questions).find(({ key }) => key === path)
  if (field?.kind === 'group') return rowsNameOf(path)
  return field?.kind === 'file' ? `${path}-documentId` : path.replaceAll('.', '-')
}

const datePattern = /^\d*-\d*-\d*$/

/**
 * Returns an answer without what the question is no longer answered by: an answer taken off the list, or one that was
 * given while it asked for something else. Nobody could see it, or take it away.
 */
const answerableField = (field: AnyField, values: PageValues, name: string): PageValues => {
  if (field.kind === 'group' && 'fields' in field)
    return Object.assign(
      {},
      ...Array.from({ length: rowCountOf(values, name) }, (_, row) =>
        field.fields.map((inner) => answerableField(inner, values, `${name}-${row}-${inner.key}`)),
      ).flat(),
    )
  const given = values[name]
  const isOffered = (answer: unknown) => field.offers.some(({ value }) => value === answer)
  if (field.kind === 'several' && Array.isArray(given)) return { [name]: given.filter(isOffered) }
  if (field.kind === 'choice' && !isOffered(given)) return { [name]: '' }
  if (field.kind === 'date' && !datePattern.test(String(given))) return { [name]: '' }
  return {}
}

/** Returns the plan of one of the firm's own forms for the wizard: its pages, and one to review the answers. */
export const firmPlan = (questions: FirmForm): FormPlan => {
  const fields = fieldsOf(questions)
  const toWire = (values: PageValues) => wireOf(fields, values)
  return {
    form: 'firm_form',
    questions,
    consents: [],
    steps: [
      ...questions.sections.map((section) => ({
        title: section.title,
        fields: section.fields.flatMap((field) => namesOf(field, field.key)),
      })),
      { title: 'Review & Submit', fields: [] },
    ],
    rules: () =>
      z.looseObject({}).superRefine((values, check) => {
        const { faults } = checkAnswers(questions, toWire(values as PageValues))
        for (const [path, message] of Object.entries(faults))
          check.addIssue({ code: 'custom', message, path: [nameOf(questions, path)] })
      }),
    start: () => blankPage(questions),
    toWire,
    fromWire: (answers) => pageOf(fields, answers),
    fromKnown: () => ({}),
    answerable: (values) =>
      Object.assign({}, values, ...fields.map((field) => answerableField(field, values, field.key))),
    fieldOf: (name) => nameOf(questions, name),
    shown: (values) => shownFirmAnswers(questions, checkAnswers(questions, toWire(values)).answers),
  }
}

/** Returns the questions of one page that apply, given the answers so far. */
export const shownFields = (questions: FirmForm, step: number, values: PageValues) => {
  const all = fieldsOf(questions)
  const shown = shownAmong(all, wireOf(all, values))
  return (questions.sections[step - 1]?.fields ?? []).filter((field) => shown.includes(field))
}

export const shownRowFields = (group: FirmField, values: PageValues, prefix: string) =>
  shownAmong(group.fields, wireOf(group.fields, values, prefix))

/** Returns the values of a group after a row is removed. The rows below move up. */
export function withoutRow(group: FirmField, values: PageValues, row: number): PageValues {
  const rows = wireField(group, values, group.key) as Record<string, unknown>[]
  const kept = rows.filter((_, index) => index !== row)
  const last = pageOf(group.fields, {}, `${group.key}-${kept.length}-`)
  return { ...last, ...pageField(group, kept, group.key) }
}
