import { formSteps, RiskAssessment } from '#contract/forms.ts'
import type { FormPlan } from './plan.ts'

/** The risk assessment: its page has the fields of the wire. */
export const riskAssessmentPlan: FormPlan = {
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
}
