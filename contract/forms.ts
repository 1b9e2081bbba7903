import { z } from 'zod'
import { email } from './accounts.ts'
import { command, day, file, instant, line, prose, read, replace } from './kit.ts'
import { Task, TaskId } from './tasks.ts'

const oneOf = <const T extends readonly [string, ...string[]]>(values: T, words: string) =>
  z.enum(values, { error: words })

export const ClientQuestionnaire = z.strictObject({
  fullName: line(160, 'Full name is required'),
  dob: z.string({ error: 'Date of birth is required' }).min(1, 'Date of birth is required').pipe(day),
  occupation: line(120, 'Occupation is required'),
  address: prose(400, 'Address is required'),
  phone: line(40, 'Phone number is required'),
  email: email('Please enter a valid email address'),
  preferredContact: oneOf(['email', 'phone', 'post'], 'Please select a preferred contact method'),
  legalMatter: oneOf(
    ['property', 'family', 'business', 'employment', 'immigration', 'criminal', 'other'],
    'Legal matter type is required',
  ),
  description: prose(4000, 'Description is required'),
  urgency: oneOf(['low', 'medium', 'high'], 'Please select urgency level'),
})
export type ClientQuestionnaire = z.infer<typeof ClientQuestionnaire>

export const riskFactors = [
  'high_value_transaction',
  'overseas_entity',
  'complex_structure',
  'cash_intensive',
  'high_risk_country',
] as const

export const RiskAssessment = z.strictObject({
  residentialStatus: oneOf(
    ['homeowner', 'tenant', 'living_with_parents', 'other'],
    'Residential status is required',
  ),
  employmentStatus: oneOf(
    ['employed', 'self_employed', 'retired', 'student', 'unemployed', 'other'],
    'Employment status is required',
  ),
  annualIncome: oneOf(
    ['under_20k', '20k_40k', '40k_60k', '60k_100k', '100k_plus'],
    'Annual income is required',
  ),
  sourceOfFunds: oneOf(
    ['salary', 'savings', 'investments', 'inheritance', 'property_sale', 'business', 'other'],
    'Source of funds is required',
  ),
  purposeOfMatter: oneOf(
    [
      'property_purchase',
      'property_sale',
      'divorce',
      'will_estate',
      'business_formation',
      'litigation',
      'other',
    ],
    'Purpose of matter is required',
  ),
  politicallyExposed: z.boolean(),
  politicallyExposedDetails: prose(2000).optional(),
  riskFactors: z.array(z.enum(riskFactors)).max(riskFactors.length).optional(),
  privacyConsent: z.literal(true, { error: 'You must accept the privacy policy' }),
  declaration: z.literal(true, { error: 'You must agree to the declaration' }),
})
export type RiskAssessment = z.infer<typeof RiskAssessment>

export const FormType = z.enum(['client_questionnaire', 'risk_assessment'])
export type FormType = z.infer<typeof FormType>
export const formSchemas = { client_questionnaire: ClientQuestionnaire, risk_assessment: RiskAssessment }

/** The fields that each step checks before the next one opens. */
export const formSteps = {
  client_questionnaire: [
    { title: 'Personal Information', fields: ['fullName', 'dob', 'occupation'] },
    { title: 'Contact Information', fields: ['address', 'phone', 'email', 'preferredContact'] },
    { title: 'Legal Matter Information', fields: ['legalMatter', 'description', 'urgency'] },
    { title: 'Review & Submit', fields: [] },
  ],
  risk_assessment: [
    { title: 'Personal Status', fields: ['residentialStatus', 'employmentStatus'] },
    { title: 'Financial Information', fields: ['annualIncome', 'sourceOfFunds'] },
    {
      title: 'Legal Matter & Risk Factors',
      fields: ['purposeOfMatter', 'politicallyExposed', 'politicallyExposedDetails', 'riskFactors'],
    },
    { title: 'Declaration & Consent', fields: ['privacyConsent', 'declaration'] },
  ],
} satisfies Record<FormType, { title: string; fields: string[] }[]>

/** What was typed so far: nothing of it has to be complete. */
const DraftValues = z.record(
  z.string().max(60),
  z.union([z.string().max(8000), z.boolean(), z.array(z.string().max(200)).max(50), z.null()]),
)

export const Draft = z.strictObject({
  formData: DraftValues,
  /** From 1 to 4: where the client stopped. */
  step: z.number().int().min(1).max(4),
  savedAt: instant.nullable(),
})
export type Draft = z.infer<typeof Draft>

export const Answers = z.strictObject({
  taskId: TaskId,
  form: FormType,
  version: z.number().int(),
  formData: z.record(z.string(), z.unknown()),
  submittedAt: instant,
  /** A person of the firm has accepted these answers, so they stand. */
  isAccepted: z.boolean(),
})
export type Answers = z.infer<typeof Answers>

const ofTask = z.strictObject({ id: TaskId })

export const forms = {
  complete: command('/api/tasks/:id/complete', {
    input: z.strictObject({ id: TaskId, formData: z.record(z.string(), z.unknown()) }),
    output: Task,
    audience: 'client',
    summary: 'Submits the form that belongs to the task, or corrects it',
  }),
  draft: read('/api/tasks/:id/draft', {
    input: ofTask,
    output: Draft,
    audience: 'client',
    summary: 'What was typed so far',
  }),
  saveDraft: replace('/api/tasks/:id/draft', {
    input: z.strictObject({ id: TaskId, formData: DraftValues, step: z.number().int().min(1).max(4) }),
    output: Draft,
    audience: 'client',
    summary: 'Keeps what was typed so far',
  }),
  answers: read('/api/tasks/:id/answers', {
    input: ofTask,
    output: z.array(Answers),
    audience: 'client',
    summary: 'Every version of the submitted answers, newest first',
  }),
  answersFile: file('/api/tasks/:id/answers/download', {
    input: ofTask,
    audience: 'client',
    summary: 'The newest answers as a PDF',
  }),
}
