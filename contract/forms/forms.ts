import { z } from 'zod'
import { email, UserId } from '../accounts/accounts.ts'
import { atMost, command, file, instant, line, newInOutput, prose, read, replace } from '../kit/endpoint.ts'
import { telephone } from '../kit/telephone.ts'
import { formOf, Task, TaskId } from '../tasks.ts'
import { FirmForm } from './firm-form.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    forms: true
  }
}

const required = (max: number, words: string) => text(words).pipe(line(max, words))
const requiredProse = (max: number, words: string) => text(words).pipe(prose(max, words))
// Half of a surrogate pair is not a character, and the database refuses it.
const text = (words: string) =>
  z
    .string({ error: words })
    .refine((typed) => typed.isWellFormed(), 'Please remove the characters that cannot be shown')
const oneOf = <const T extends readonly [string, ...string[]]>(values: T, words: string) =>
  z.enum(values, { error: words })

const earliestBirth = '1900-01-01'

/** An existing day before `today` (`2026-11-09`), from 1900 on. */
const birthDay = (today: string) =>
  z
    .string({ error: 'Date of birth is required' })
    .min(1, 'Date of birth is required')
    .max(40, atMost('Please enter a real date, such as 27 03 1986'))
    .pipe(z.iso.date('Please enter a real date, such as 27 03 1986'))
    .refine((born) => born < today, 'Your date of birth must be in the past')
    .refine((born) => born >= earliestBirth, 'Please check the year: it must be 1900 or later')

/** Returns the questionnaire's schema on a given day, such as `2026-11-09`. */
export const questionnaireOn = (today: string) =>
  z.strictObject({
    fullName: required(160, 'Full name is required'),
    dob: birthDay(today),
    occupation: required(120, 'Occupation is required'),
    address: requiredProse(400, 'Address is required'),
    phone: text('Phone number is required').pipe(telephone('Phone number is required')),
    email: email('Please enter a valid email address'),
    preferredContact: oneOf(['email', 'phone', 'post'], 'Please select a preferred contact method'),
    legalMatter: oneOf(
      ['property', 'family', 'business', 'employment', 'immigration', 'criminal', 'other'],
      'Legal matter type is required',
    ),
    description: requiredProse(4000, 'Description is required'),
    urgency: oneOf(['low', 'medium', 'high'], 'Please select urgency level'),
  })
export type ClientQuestionnaire = z.infer<ReturnType<typeof questionnaireOn>>

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
  politicallyExposed: z.boolean('Please say whether you are politically exposed'),
  politicallyExposedDetails: text('Please give details').pipe(prose(2000)).optional(),
  riskFactors: z.array(z.enum(riskFactors)).max(riskFactors.length).optional(),
  privacyConsent: z.literal(true, { error: 'You must accept the privacy policy' }),
  declaration: z.literal(true, { error: 'You must agree to the declaration' }),
})
export type RiskAssessment = z.infer<typeof RiskAssessment>

/** The two forms that come with the portal. */
export const BuiltInForm = z.enum(['client_questionnaire', 'risk_assessment'])
export type BuiltInForm = z.infer<typeof BuiltInForm>

/** A form that the firm wrote is described by `FirmForm`. */
export const FormType = z.enum([...BuiltInForm.options, 'firm_form'])
export type FormType = z.infer<typeof FormType>

/** Returns the schema of a form on a given day, such as `2026-11-09`. */
export const rulesOf = (form: BuiltInForm, today: string) =>
  form === 'risk_assessment' ? RiskAssessment : questionnaireOn(today)

const elsewhere: readonly string[] = ['documents', 'payments', 'verification']

/** Returns the form of a task, by its title or otherwise by its kind. Null if it has none. */
export const formFor = (task: Pick<Task, 'title' | 'kind' | 'category'>): FormType | null => {
  if (task.kind === 'firm_form') return 'firm_form'
  return elsewhere.includes(task.category)
    ? null
    : (formOf(task) ?? FormType.safeParse(task.kind).data ?? null)
}

/** The fields of each step, which are checked before the next step opens. */
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
} satisfies Record<BuiltInForm, { title: string; fields: string[] }[]>

// What a text column of the database can hold: no NUL, no half of a surrogate pair.
const storable = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .refine(
      (typed) => typed.isWellFormed() && !typed.includes('\0'),
      'Please remove the invisible characters',
    )

/** Room for eight pages of thirty questions, some of which have parts or rows. */
const draftFields = 600

/** What was typed so far, by field of the page. Nothing has to be complete. */
const DraftValues = z
  .record(storable(60), z.union([storable(8000), z.boolean(), z.array(storable(200)).max(50), z.null()]))
  .refine((values) => Object.keys(values).length <= draftFields, 'This is more than the form holds')
export type DraftValues = z.infer<typeof DraftValues>

/** What the client has entered elsewhere in the portal, by the questionnaire's field names. */
export const KnownDetails = z.strictObject({
  fullName: z.string(),
  dob: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  /** When it was last entered. Null if only the registration is known. */
  at: instant.nullable(),
})
export type KnownDetails = z.infer<typeof KnownDetails>

/** Eight pages, and one to review the answers. */
const mostSteps = 9

const DraftPerson = z.strictObject({ name: z.string(), isYou: z.boolean(), at: instant })

/** The draft of a task that several clients share: each can continue what another started. */
export const SharedDraft = z.strictObject({
  /** The names of the other clients who see it. */
  with: z.array(z.string()),
  /** Counts the saves, 0 if there are none. A change names the version that it was based on. */
  version: z.number().int().min(0),
  /** This client keeps their draft to themselves until they submit it. */
  isPrivate: z.boolean(),
  startedBy: DraftPerson.nullable(),
  savedBy: DraftPerson.nullable(),
})
/** The version of a shared draft that a page has read which kept its client's draft private: none of them. */
export const noneRead = -1
export type SharedDraft = z.infer<typeof SharedDraft>

export const Draft = z.strictObject({
  formData: DraftValues,
  /** The step at which the client stopped, from 1. */
  step: z.number().int().min(1).max(mostSteps),
  savedAt: instant.nullable(),
  /** When this client last submitted the form. Absent if never. */
  submittedAt: instant.optional(),
  /** For a questionnaire: details that are already known, so that the client need not type them again. */
  known: KnownDetails.optional(),
  /** For a risk assessment: where the client said elsewhere that the money comes from, in the words they chose. */
  fundsSource: z.string().max(60).optional(),
  /** For a form that the firm wrote: its questions. */
  questions: FirmForm.optional(),
  /** Absent if nobody else can continue it. */
  shared: SharedDraft.optional(),
})
export type Draft = z.infer<typeof Draft>

export const Answers = z.strictObject({
  taskId: TaskId,
  form: FormType,
  version: z.number().int(),
  formData: z.record(z.string(), z.unknown()),
  /** For a form that the firm wrote: the questions as they were at the time. */
  questions: FirmForm.nullable(),
  submittedAt: instant,
  /** A person of the firm has accepted these answers, so they can no longer change. */
  isAccepted: z.boolean(),
})
export type Answers = z.infer<typeof Answers>

const EarlierAnswers = Answers.pick({ version: true, formData: true, questions: true, submittedAt: true })

const AnswersOfClient = Answers.extend({
  /** What was submitted before, newest first, to see what has changed. The last ten versions at most. */
  earlier: newInOutput(z.array(EarlierAnswers), []),
  /** The record that gave these answers, if it was merged into this client's. */
  mergedFrom: newInOutput(z.strictObject({ name: z.string(), email: z.string() }).nullable(), null),
})
export type AnswersOfClient = z.infer<typeof AnswersOfClient>

const ofTask = z.strictObject({ id: TaskId })

const basis = {
  /** The `savedAt` of the own draft that was changed, or null. Refused if another device has saved since. */
  basedOn: instant.nullable().optional(),
  /** The `submittedAt` of the draft that was read, null if it had none. Refused if another device has submitted since. */
  basedOnAnswers: instant.nullable().optional(),
}

export const forms = {
  complete: command('/api/tasks/:id/complete', {
    input: z.strictObject({
      id: TaskId,
      formData: z.record(z.string(), z.unknown()),
      /** For a shared draft: the version that was read before submitting, `noneRead` if this client kept theirs private. */
      draftVersion: z.number().int().optional(),
      ...basis,
      /** For a form that the firm wrote: the questions as the client saw them. Refused if they have changed since. */
      questions: FirmForm.optional(),
    }),
    output: Task,
    audience: 'client',
    forGuests: true,
    summary: 'Submits the form that belongs to the task, or corrects it',
  }),
  draft: read('/api/tasks/:id/draft', {
    input: ofTask,
    output: Draft,
    audience: 'client',
    forGuests: true,
    summary: 'What was typed so far',
  }),
  saveDraft: replace('/api/tasks/:id/draft', {
    input: z.strictObject({
      id: TaskId,
      formData: DraftValues,
      step: z.number().int().min(1).max(mostSteps),
      /** For a draft that others can continue: the version that was changed. */
      shared: SharedDraft.pick({ version: true, isPrivate: true }).optional(),
      ...basis,
    }),
    output: Draft,
    audience: 'client',
    forGuests: true,
    summary: 'Keeps what was typed so far',
  }),
  answers: read('/api/tasks/:id/answers', {
    input: ofTask,
    output: z.array(Answers),
    audience: 'client',
    forGuests: true,
    summary: 'Every version of the submitted answers, newest first',
  }),
  answersFile: file('/api/tasks/:id/answers/download', {
    input: ofTask,
    audience: 'client',
    summary: 'The newest answers as a PDF',
  }),
  ofClient: read('/api/firm/clients/:id/answers', {
    input: z.strictObject({ id: UserId }),
    output: z.array(AnswersOfClient),
    audience: 'firm',
    action: 'forms.read',
    summary: "The newest answers to each of one client's forms, with those that they have replaced",
  }),
}
