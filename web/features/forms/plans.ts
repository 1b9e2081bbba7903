import type { User } from '#contract/accounts.ts'
import type { Draft, DraftValues, FormType } from '#contract/forms.ts'
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

export interface Before {
  values: Record<string, unknown>
  at: Date | null
}

/**
 * The start of a form: what the portal knows, and over it what was typed or answered before. What the client
 * has said elsewhere since then stands over that.
 */
export const startOf = (plan: FormPlan, user: User, { before, known }: Starting): PageValues => {
  const blank = plan.start(user)
  const isNewer = Boolean(known?.at && before.at && known.at > before.at)
  const told = known ? plan.fromKnown(known, isNewer ? {} : before.values) : {}
  const typed = Object.entries(before.values).filter(([name, value]) => value !== '' || !told[name])
  const all = { ...told, ...Object.fromEntries(typed), ...(isNewer && told) }
  // A draft of an older page may hold what this one does not ask for any more.
  const fitting = Object.entries(all).filter(([name, value]) => fits(blank[name], value))
  return { ...blank, ...(Object.fromEntries(fitting) as PageValues) }
}

interface Starting {
  before: Before
  known: Draft['known']
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
