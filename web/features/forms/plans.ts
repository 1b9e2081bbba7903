import { z } from 'zod'
import type { User } from '#contract/accounts/accounts.ts'
import { notGiven } from '#contract/forms/firm-answers.ts'
import { type FirmField, type FirmForm, fieldsOf } from '#contract/forms/firm-form.ts'
import {
  type BuiltInForm,
  type Draft,
  type DraftValues,
  type FormType,
  formSteps,
  type KnownDetails,
  questionnaireOn,
  RiskAssessment,
} from '#contract/forms/forms.ts'
import { type ShownAnswer, type ShownStep, shownAnswers } from '#contract/forms/labels.ts'
import { addressParts, composeAddress, isPostcode } from '#contract/kit/address.ts'
import { line, prose } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'

/** Values of a page's fields by name. */
export type PageValues = Record<string, string | boolean | string[]>

/** How the page asks a form, as its fields may differ from those of the API. */
export interface FormPlan {
  form: FormType
  /** The questions, for one of the firm's own forms. */
  questions?: FirmForm
  /** The fields that each step checks before the next one opens. */
  steps: readonly { title: string; fields: readonly string[] }[]
  /** Returns the form's validation rules for a day, such as `2026-11-09`. */
  rules: (today: string) => z.ZodObject
  /** Returns the values that the portal already knows. */
  start: (user: User) => PageValues
  toWire: (values: PageValues) => Record<string, unknown>
  fromWire: (answers: Record<string, unknown>) => Record<string, unknown>
  /**
   * Returns what the client has told the portal elsewhere, as values of the page. Doesn't mix a known address with one
   * that was started here.
   */
  fromKnown: (known: KnownDetails, typed: Record<string, unknown>) => Record<string, unknown>
  /** Returns the values without what the questions, which may have changed since, can't be answered. */
  answerable?: (values: PageValues) => PageValues
  /** Returns the field that shows an error of an API field. */
  fieldOf: (name: string, values: PageValues) => string
  /** Returns the answers in readable form, step by step, for the review before they are submitted. */
  shown: (values: PageValues) => ShownStep[]
  /** Consents are never kept in a draft, so that they are given again each time. They are required to submit. */
  consents: readonly string[]
}

export const planOf = (form: BuiltInForm): FormPlan =>
  form === 'risk_assessment' ? riskAssessmentPlan : questionnairePlan

export interface Start {
  values: PageValues
  /** Counts from 1. */
  step: number
}

interface Before {
  values: Record<string, unknown>
  at: Date | null
}

/**
 * Returns the initial values of a form: what the portal knows, then what was typed or answered before, then what the
 * client has told the portal elsewhere since. The later ones win.
 */
export const startOf = (plan: FormPlan, user: User, { before, known, fundsSource }: Starting): PageValues => {
  const blank = plan.start(user)
  const isNewer = Boolean(known?.at && before.at && known.at > before.at)
  const declared = known ? plan.fromKnown(known, isNewer ? {} : before.values) : {}
  const suggested: Record<string, unknown> = { ...suggestedFunds(fundsSource), ...declared }
  const typed = Object.entries(before.values).filter(([name, value]) => value !== '' || !suggested[name])
  const all = { ...suggested, ...Object.fromEntries(typed), ...(isNewer && declared) }
  // A draft of an older version of the page may have fields that no longer exist.
  const fitting = Object.entries(all).filter(([name, value]) => fits(blank[name], value))
  const values = { ...blank, ...(Object.fromEntries(fitting) as PageValues) }
  return plan.answerable?.(values) ?? values
}

interface Starting {
  before: Before
  known: Draft['known']
  /** Where the client told Obi that the money comes from. */
  fundsSource?: Draft['fundsSource']
}

/** What a client tells Obi that is an answer of the risk assessment too. The other options are none of its answers. */
const fundsAnswers: Record<string, RiskAssessment['sourceOfFunds']> = {
  Savings: 'savings',
  Inheritance: 'inheritance',
}

const suggestedFunds = (fundsSource = '') => {
  const sourceOfFunds = fundsAnswers[fundsSource]
  return sourceOfFunds ? { sourceOfFunds } : {}
}

const fits = (known: PageValues[string] | undefined, value: unknown) =>
  typeof known === typeof value && Array.isArray(known) === Array.isArray(value)

/** Returns the values of the page that a draft keeps. */
export const keptOf = ({ consents, form }: FormPlan, values: PageValues): DraftValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      // Most of the possible fields of a form with groups stay empty.
      ([name, value]) => !consents.includes(name) && !(form === 'firm_form' && value === ''),
    ),
  )

/** Returns an answer of the page in readable form. An address, which is asked in parts, is shown as a whole. */
export const answerOn = (
  plan: FormPlan,
  field: string,
  values: DraftValues,
): Pick<ShownAnswer, 'label' | 'text'> => {
  const name = addressFields.includes(field) ? 'address' : field
  const question = fieldsOf(plan.questions ?? { sections: [] }).find(
    ({ key }) => field === key || field.startsWith(`${key}-`),
  )
  if (question) return firmAnswerOn(plan, question, { field, values })
  return shownOn(plan, name, values) ?? { label: field, text: typedIn(values, field) }
}

/** Returns an answer to a question of the firm's own, or what was typed if that is not a valid answer yet. */
const firmAnswerOn = (
  plan: FormPlan,
  { key, kind, label }: FirmField,
  { field, values }: { field: string; values: DraftValues },
) => {
  const typed = typedIn(values, field)
  if (field === `${key}-rows`) return { label, text: `${typed || 'None'} in the list` }
  const row = field.slice(key.length + 1).split('-')[0]
  const shown = shownOn(plan, kind === 'group' ? `${key}.${row}` : key, values)
  return shown && (typed === '' || shown.text !== notGiven) ? shown : { label, text: typed }
}

const shownOn = (plan: FormPlan, name: string, values: DraftValues) =>
  plan
    .shown(values as PageValues)
    .flatMap(({ answers }) => answers)
    .find((answer) => answer.name === name)

const typedIn = (values: DraftValues, field: string) => String(values[field] ?? '')

/** Returns the step, from 1, with the first of these fields. The last step if none has any. */
export const stepOf = ({ steps }: FormPlan, wrong: readonly string[]) => {
  const index = steps.findIndex(({ fields }) => fields.some((field) => wrong.includes(field)))
  return index < 0 ? steps.length : index + 1
}

/** The risk assessment, whose page has the same fields as the API. */
const riskAssessmentPlan: FormPlan = {
  form: 'risk_assessment',
  rules: () => RiskAssessment,
  consents: ['privacyConsent', 'declaration'],
  steps: formSteps.risk_assessment,
  start: () => ({
    residentialStatus: '',
    employmentStatus: '',
    annualIncome: '',
    sourceOfFunds: '',
    purposeOfMatter: '',
    politicallyExposed: false,
    politicallyExposedDetails: '',
    riskFactors: [],
    privacyConsent: false,
    declaration: false,
  }),
  // Details are only sent while the box is ticked, but they come back when it is ticked again.
  toWire: ({ politicallyExposedDetails: details, ...values }) =>
    values.politicallyExposed && details !== '' ? { ...values, politicallyExposedDetails: details } : values,
  fromWire: ({ privacyConsent: _, declaration: __, ...answers }) => answers,
  fromKnown: () => ({}),
  fieldOf: (name) => name,
  shown: (values) => shownBuiltIn('risk_assessment', riskAssessmentPlan.toWire(values)),
}

/** Returns all steps except the last, which is the review itself. */
const shownBuiltIn = (form: BuiltInForm, answers: Record<string, unknown>) =>
  shownAnswers(form, answers).slice(0, -1)

// The API has one address field. The page asks for a UK address line by line, and for one abroad as free text.
const addressFields = ['livesAbroad', 'addressLine1', 'addressLine2', 'town', 'postcode', 'addressAbroad']

const addressRules = {
  livesAbroad: z.boolean(),
  addressLine1: line(120),
  addressLine2: line(120),
  town: line(80),
  postcode: line(12),
  addressAbroad: prose(380),
}

type Shape = { [F in keyof typeof addressRules]: z.infer<(typeof addressRules)[F]> }

const rules = (today: string) => {
  const at = (field: keyof Shape, message: string) => ({ path: [field], message, when: () => true })
  return questionnaireOn(today)
    .omit({ address: true })
    .extend(addressRules)
    .refine(
      (typed: Shape) => typed.livesAbroad || typed.addressLine1.trim() !== '',
      at('addressLine1', 'Address is required'),
    )
    .refine(
      (typed: Shape) => typed.livesAbroad || typed.town.trim() !== '',
      at('town', 'Town or city is required'),
    )
    .refine(
      (typed: Shape) => typed.livesAbroad || isPostcode(typed.postcode),
      at('postcode', 'Please enter a full UK postcode, such as W1U 4PL'),
    )
    .refine(
      (typed: Shape) => !typed.livesAbroad || typed.addressAbroad.trim() !== '',
      at('addressAbroad', 'Address is required'),
    )
}

/** The client questionnaire, with its address in parts. */
const questionnairePlan: FormPlan = {
  form: 'client_questionnaire',
  rules,
  consents: [],
  steps: formSteps.client_questionnaire.map(({ title, fields }) => ({
    title,
    fields: fields.flatMap((field) => (field === 'address' ? addressFields : [field])),
  })),
  start: ({ firstName, lastName, email, phone, address, city, postalCode }) => ({
    fullName: fullName({ firstName, lastName }),
    dob: '',
    occupation: '',
    livesAbroad: false,
    addressLine1: address ?? '',
    addressLine2: '',
    town: city ?? '',
    postcode: postalCode ?? '',
    addressAbroad: '',
    phone: phone ?? '',
    email,
    preferredContact: 'email',
    legalMatter: '',
    description: '',
    urgency: 'medium',
  }),
  toWire: (values) => {
    const others = Object.entries(values).filter(([name]) => !addressFields.includes(name))
    return { ...Object.fromEntries(others), address: addressOf(values) }
  },
  fromWire: ({ address, ...answers }) => ({
    ...answers,
    ...typedAddress(typeof address === 'string' ? address : ''),
  }),
  fromKnown: ({ at: _, address, ...known }, typed) => ({
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
    ...(address && !addressFields.some((name) => typed[name]) && typedAddress(address)),
  }),
  fieldOf: (name, { livesAbroad }) => {
    if (name !== 'address') return name
    return livesAbroad ? 'addressAbroad' : 'addressLine1'
  },
  shown: (values) => shownBuiltIn('client_questionnaire', questionnairePlan.toWire(values)),
}

const addressOf = (values: PageValues) => {
  if (values.livesAbroad) return text(values.addressAbroad)
  const { addressLine1, addressLine2, town, postcode } = values
  return composeAddress({
    line1: text(addressLine1),
    line2: text(addressLine2),
    town: text(town),
    postcode: text(postcode),
  })
}
const text = (value: PageValues[string] | undefined) => (typeof value === 'string' ? value : '')

const typedAddress = (address: string) => {
  const parts = addressParts(address)
  if (parts === null) return { livesAbroad: true, addressAbroad: address }
  const { line1, line2, town, postcode } = parts
  return { livesAbroad: false, addressLine1: line1, addressLine2: line2, town, postcode }
}
