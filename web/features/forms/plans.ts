import { z } from 'zod'
import type { User } from '#contract/accounts/accounts.ts'
import type { FirmForm } from '#contract/forms/firm-form.ts'
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
import { type ShownStep, shownAnswers } from '#contract/forms/words.ts'
import { addressParts, composeAddress, isPostcode } from '#contract/kit/address.ts'
import { line, prose } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'

/** What the fields of a page hold, by their names. */
export type PageValues = Record<string, string | boolean | string[]>

/** How a form is asked on the page, where its fields are not quite those of the wire. */
export interface FormPlan {
  form: FormType
  /** Of a form in the firm's own words: what it asks. */
  questions?: FirmForm
  /** The fields that each of the steps checks before the next one opens. */
  steps: readonly { title: string; fields: readonly string[] }[]
  /** What must hold on a day, such as `2026-11-09`. */
  rules: (today: string) => z.ZodObject
  /** What the portal knows already. */
  start: (user: User) => PageValues
  toWire: (values: PageValues) => Record<string, unknown>
  fromWire: (answers: Record<string, unknown>) => Record<string, unknown>
  /** What the client has said of themselves elsewhere, as the page has it; an address that was begun here is not mixed with it. */
  fromKnown: (known: KnownDetails, typed: Record<string, unknown>) => Record<string, unknown>
  /** Where a refusal of a field of the wire is shown. */
  fieldOf: (name: string, values: PageValues) => string
  /** The answers as their client reads them, step by step, before they are submitted. */
  shown: (values: PageValues) => ShownStep[]
  /** Given anew each time: never kept in a draft, and without them nothing is submitted. */
  consents: readonly string[]
}

export const planOf = (form: BuiltInForm): FormPlan =>
  form === 'risk_assessment' ? riskAssessmentPlan : questionnairePlan

export interface Start {
  values: PageValues
  /** From 1. */
  step: number
}

interface Before {
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
  const declared = known ? plan.fromKnown(known, isNewer ? {} : before.values) : {}
  const typed = Object.entries(before.values).filter(([name, value]) => value !== '' || !declared[name])
  const all = { ...declared, ...Object.fromEntries(typed), ...(isNewer && declared) }
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
export const keptOf = ({ consents, form }: FormPlan, values: PageValues): DraftValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      // Most of what a form with groups may ask is never asked.
      ([name, value]) => !consents.includes(name) && !(form === 'firm_form' && value === ''),
    ),
  )

/** The step, from 1, that holds the first of these fields; the last one where none does. */
export const stepOf = ({ steps }: FormPlan, wrong: readonly string[]) => {
  const index = steps.findIndex(({ fields }) => fields.some((field) => wrong.includes(field)))
  return index < 0 ? steps.length : index + 1
}

/** The risk assessment: its page has the fields of the wire. */
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
  // Details belong to a ticked box: without it they are not sent, but they come back when it is ticked again.
  toWire: ({ politicallyExposedDetails: details, ...values }) =>
    values.politicallyExposed && details !== '' ? { ...values, politicallyExposedDetails: details } : values,
  fromWire: ({ privacyConsent: _, declaration: __, ...answers }) => answers,
  fromKnown: () => ({}),
  fieldOf: (name) => name,
  shown: (values) => shownBuiltIn(riskAssessmentPlan, 'risk_assessment', values),
}

/** All but the last step, which is the one that shows them. */
const shownBuiltIn = ({ toWire }: FormPlan, form: BuiltInForm, values: PageValues) =>
  shownAnswers(form, toWire(values)).slice(0, -1)

// The wire has one address; a person is asked line by line, and an address abroad as it is written there.
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
  shown: (values) => shownBuiltIn(questionnairePlan, 'client_questionnaire', values),
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
