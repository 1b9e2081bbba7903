import type { User } from '#contract/accounts.ts'
import type { DraftValues, FormType } from '#contract/forms.ts'
import type { FormPlan, PageValues } from './plan.ts'
import { questionnairePlan } from './questionnaire.ts'
import { riskAssessmentPlan } from './risk-assessment.ts'

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
