import type { FirmField, FirmForm, FormSection, RowField } from '#contract/forms/firm-form.ts'
import { isPersonal, type TemplateStep } from '#contract/templates/step.ts'

type Named = Pick<TemplateStep, 'key' | 'asks' | 'title' | 'description'>

/**
 * Builds a step with the usual defaults: for the clients, done by each of them if it is personal, otherwise by any one.
 */
export const step = (facts: Named & Partial<TemplateStep>): TemplateStep => ({
  roles: ['client', 'joint_client'],
  everyone: isPersonal(facts) ? 'each' : 'any',
  amount: null,
  account: null,
  due: { from: 'none' },
  reminders: [],
  waitsFor: [],
  condition: null,
  form: null,
  ...facts,
})

type FieldNames = Pick<RowField, 'key' | 'label'>

export const field = <K extends FirmField['kind']>(kind: K, facts: FieldNames & Partial<FirmField>) => ({
  hint: '',
  isRequired: true,
  offers: [],
  shownWhen: null,
  fields: [],
  ...facts,
  kind,
})

/** A question inside a group. */
export const rowField = (kind: RowField['kind'], facts: FieldNames & Partial<RowField>): RowField => ({
  hint: '',
  isRequired: true,
  offers: [],
  shownWhen: null,
  ...facts,
  kind,
})

export const choicesOf = (choices: Record<string, string>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))

export const yesOrNo = choicesOf({ yes: 'Yes', no: 'No' })

export const formOf = (...sections: [title: string, fields: FormSection['fields']][]): FirmForm => ({
  sections: sections.map(([title, fields]) => ({ title, fields })),
})

const aboutYou = 'Passport, driving licence or national ID card'

/** The steps that every client does about themselves, with the texts of the portal's default tasks. */
export const identitySteps: TemplateStep[] = [
  step({
    key: 'questionnaire',
    asks: 'client_questionnaire',
    title: 'Client Questionnaire',
    description: 'About you and your case. About 5 minutes',
    due: { from: 'start', days: 7 },
  }),
  step({
    key: 'risk_assessment',
    asks: 'risk_assessment',
    title: 'Risk Assessment',
    description: "Questions we're legally required to ask every client. About 5 minutes",
    due: { from: 'start', days: 7 },
  }),
  step({
    key: 'proof_of_identity',
    asks: 'proof_of_identity',
    title: 'Upload proof of identity',
    description: aboutYou,
    due: { from: 'start', days: 7 },
  }),
  step({
    key: 'proof_of_address',
    asks: 'proof_of_address',
    title: 'Upload proof of address',
    description: 'Utility bill or bank statement from the last 3 months',
    due: { from: 'start', days: 7 },
  }),
  step({
    key: 'identity_check',
    asks: 'identity_check',
    title: 'Verify your identity',
    description: 'Choose which identity document we should check',
    due: { from: 'start', days: 7 },
  }),
]

export const careLetter = step({
  key: 'care_letter',
  asks: 'care_letter',
  title: 'Sign your client care letter',
  description: "How we'll work together, and how you'll be told what it costs",
  due: { from: 'start', days: 14 },
})

export const bankAccount = step({
  key: 'bank_account',
  asks: 'bank_check',
  title: 'Verify your bank account',
  description: 'We check the sort code and account number before any money moves',
})

/** The steps for proving the identity of somebody who is not a client. */
export const identityOf = (who: string, roles: TemplateStep['roles']): TemplateStep[] => [
  step({
    key: `${who}_identity`,
    asks: 'proof_of_identity',
    title: 'Upload proof of identity',
    description: aboutYou,
    roles,
    due: { from: 'opening', days: 7 },
  }),
  step({
    key: `${who}_identity_check`,
    asks: 'identity_check',
    title: 'Verify your identity',
    description: 'Choose which identity document we should check',
    roles,
    due: { from: 'opening', days: 7 },
  }),
]

/** The question in forms for clients who may be companies. It decides whether the owners and directors get tasks. */
export const clientField = (label: string) =>
  field('choice', {
    key: 'client_kind',
    label,
    offers: choicesOf({
      people: 'Me, alone or with other people',
      company: 'A company or another organisation',
    }),
  })

const ownersRoles: TemplateStep['roles'] = ['beneficial_owner', 'director']

/** The identity steps of each owner and director, if the answer in this form is that the client is an organisation. */
export const ownersOf = (form: string): TemplateStep[] =>
  [
    ...identityOf('owner', ownersRoles),
    step({
      key: 'owner_address',
      asks: 'proof_of_address',
      title: 'Upload proof of address',
      description: 'Utility bill or bank statement from the last 3 months',
      roles: ownersRoles,
      due: { from: 'opening', days: 7 },
    }),
  ].map((companyStep) => ({
    ...companyStep,
    condition: { step: form, field: 'client_kind', value: 'company' },
  }))

export const mortgageOffer = step({
  key: 'mortgage_offer',
  asks: 'requested_document',
  title: 'Your mortgage offer',
  description: 'The whole offer from your lender, with its conditions. Every page, please',
})
