import { z } from 'zod'
import { FirmForm } from '../forms/firm-form.ts'
import { line, prose } from '../kit/endpoint.ts'
import { formatPounds } from '../kit/money.ts'
import { KeyDateKind } from '../matters/facts.ts'
import { PartyRole } from '../matters/party.ts'
import type { TaskCategory, TaskKind } from '../tasks.ts'

export const StepKind = z.enum([
  'document',
  'form',
  'payment',
  'verification',
  'signature',
  'read_and_accept',
  'appointment',
])
export type StepKind = z.infer<typeof StepKind>

export const stepKindNames: Record<StepKind, string> = {
  document: 'Documents',
  form: 'Forms',
  payment: 'Payments',
  verification: 'Checks',
  signature: 'Signatures',
  read_and_accept: 'Read and accept',
  appointment: 'Appointments',
}

interface StepSubject {
  kind: StepKind
  category: TaskCategory
  name: string
  /** It is about a person: each does their own, and somebody who did it for another case is not asked again. */
  isPersonal: boolean
}

/** What a step can ask for. Each is a kind of task. */
export const asks = {
  proof_of_identity: {
    kind: 'document',
    category: 'documents',
    name: 'Proof of identity',
    isPersonal: true,
  },
  proof_of_address: { kind: 'document', category: 'documents', name: 'Proof of address', isPersonal: true },
  proof_of_funds: { kind: 'document', category: 'documents', name: 'Proof of funds', isPersonal: false },
  requested_document: {
    kind: 'document',
    category: 'documents',
    name: 'Another document',
    isPersonal: false,
  },
  client_questionnaire: {
    kind: 'form',
    category: 'forms',
    name: 'Client questionnaire',
    isPersonal: true,
  },
  risk_assessment: { kind: 'form', category: 'forms', name: 'Risk assessment', isPersonal: true },
  firm_form: { kind: 'form', category: 'forms', name: 'Your own form', isPersonal: false },
  payment: { kind: 'payment', category: 'payments', name: 'Payment', isPersonal: false },
  identity_check: {
    kind: 'verification',
    category: 'verification',
    name: 'Identity check',
    isPersonal: true,
  },
  bank_check: { kind: 'verification', category: 'verification', name: 'Bank account', isPersonal: true },
  care_letter: {
    kind: 'signature',
    category: 'legal_services',
    name: 'Client care letter',
    isPersonal: true,
  },
  signature: {
    kind: 'signature',
    category: 'legal_services',
    name: 'Another document to sign',
    isPersonal: false,
  },
  read_and_accept: {
    kind: 'read_and_accept',
    category: 'legal_services',
    name: 'Read and accept',
    isPersonal: false,
  },
  appointment: { kind: 'appointment', category: 'legal_services', name: 'Appointment', isPersonal: false },
} as const satisfies Partial<Record<TaskKind, StepSubject>>

export type StepAsks = keyof typeof asks
export const StepAsks = z.enum(
  Object.keys(asks) as [StepAsks, ...StepAsks[]],
  'Please choose what is asked for',
)

/**
 * Whether a guest can do it. Guests have a link and no account, so they can only send documents and answer questions.
 */
export const isForGuests = ({ asks: taskKind }: { asks: StepAsks }) =>
  asks[taskKind].kind === 'document' || taskKind === 'firm_form'

export const isPersonal = ({ asks: taskKind }: { asks: StepAsks }) => asks[taskKind].isPersonal

export const StepKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Please use small letters and digits')

const wholeDays = 'Please enter a number of days, such as 14'
const dayCount = z.number(wholeDays).int(wholeDays).min(0, wholeDays).max(365, 'Please keep to a year')

/** When a step is due. */
export const DueRule = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('none') }),
  z.strictObject({ from: z.literal('start'), days: dayCount }),
  z.strictObject({ from: z.literal('opening'), days: dayCount }),
  z.strictObject({ from: z.literal('date'), days: dayCount, date: KeyDateKind.exclude(['own']) }),
  z.strictObject({ from: z.literal('step'), days: dayCount, step: StepKey }),
])
export type DueRule = z.infer<typeof DueRule>

/** The step applies only if an earlier form has this answer, from any of those who answered it. */
export const Condition = z.strictObject({
  step: StepKey,
  field: z.string().max(40),
  value: z.string().max(60),
})
export type Condition = z.infer<typeof Condition>

const amountWords = 'Please enter an amount in pounds, such as 342.50'

export const TemplateStep = z.strictObject({
  /** The same in every version, so that completed work is recognised. */
  key: StepKey,
  asks: StepAsks,
  title: line(80, 'Please say what is to be done'),
  description: prose(2000),
  /** Everybody on the case with one of these roles does it. */
  roles: z.array(PartyRole).min(1, 'Please choose who does this').max(12),
  /** `each`: everyone does their own. `any`: it is done once one of them has done it. */
  everyone: z.enum(['each', 'any']),
  /** The amount of a payment, in pence. */
  amount: z.number(amountWords).int(amountWords).min(1, amountWords).max(100_000_000, amountWords).nullable(),
  /** Money on account of costs belongs to the client, the firm's own fees go to the office account. */
  account: z.enum(['client', 'office']).nullable(),
  due: DueRule,
  /** Days after it was opened. If empty, the portal's usual reminders are sent. */
  reminders: z
    .array(dayCount.min(1, wholeDays).max(30, 'Please keep to 30 days'))
    .max(5, 'Please keep to 5 reminders'),
  waitsFor: z.array(StepKey).max(10, 'Please keep to 10 steps'),
  condition: Condition.nullable(),
  /** A form that the firm wrote. */
  form: FirmForm.nullable(),
})
export type TemplateStep = z.infer<typeof TemplateStep>

/** Stands for the amount of a payment in the words of its step. */
export const amountMark = '{amount}'

/** Returns the words of a step as a client reads them. */
export const wordsWithAmount = ({ description, amount }: Pick<TemplateStep, 'description' | 'amount'>) =>
  amount === null ? description : description.replaceAll(amountMark, formatPounds(amount))

export const TemplateSteps = z.array(TemplateStep).max(60, 'Please keep to 60 steps')
