import type { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import type { DraftValues, FormType } from '#contract/forms.ts'
import { questionnairePlan } from './questionnaire.ts'
import { riskAssessmentPlan } from './risk-assessment.ts'

/** What the fields of a page hold, by their names. */
export type PageValues = Record<string, string | boolean | string[]>

/** How a form is asked on the page, where its fields are not quite those of the wire. */
export interface FormPlan {
  form: FormType
  /** The fields that each of the four steps checks before the next one opens. */
  steps: readonly { title: string; fields: readonly string[] }[]
  /** What must hold on a day, such as `2026-11-09`. */
  rules: (today: string) => z.ZodObject
  /** What the portal knows already. */
  start: (user: User) => PageValues
  toWire: (values: PageValues) => Record<string, unknown>
  fromWire: (answers: Record<string, unknown>) => Record<string, unknown>
  /** Where a refusal of a field of the wire is shown. */
  fieldOf: (name: string, values: PageValues) => string
  /** Given anew each time: never kept in a draft, and without them nothing is submitted. */
  consents: readonly string[]
}

export const planOf = (form: FormType): FormPlan =>
  form === 'risk_assessment' ? riskAssessmentPlan : questionnairePlan

export interface Start {
  values: PageValues
  /** From 1 to 4. */
  step: number
}

/** The start of a form: what the portal knows, and over it what was typed or answered before. */
export const startOf = (plan: FormPlan, user: User, before: Record<string, unknown>): PageValues => {
  const known = plan.start(user)
  // A draft of an older page may hold what this one does not ask for any more.
  const fitting = Object.entries(before).filter(([name, value]) => fits(known[name], value))
  return { ...known, ...(Object.fromEntries(fitting) as PageValues) }
}

const fits = (known: PageValues[string] | undefined, value: unknown) =>
  typeof known === typeof value && Array.isArray(known) === Array.isArray(value)

/** What a draft keeps of the page's fields. */
export const keptOf = ({ consents }: FormPlan, values: PageValues): DraftValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !consents.includes(name)))

/** The step, from 1, that holds the first of these fields; the last one where none does. */
export const stepOf = ({ steps }: FormPlan, wrong: readonly string[]) => {
  const index = steps.findIndex(({ fields }) => fields.some((field) => wrong.includes(field)))
  return index < 0 ? steps.length : index + 1
}
