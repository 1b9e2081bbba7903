import { dayText } from '../kit/day.ts'
import { type BuiltInForm, type ClientQuestionnaire, formSteps, type RiskAssessment } from './forms.ts'

type Answered = ClientQuestionnaire & Required<RiskAssessment>
export type FormField = keyof Answered

/** The label of each field, in the form, in the review and in print. */
export const fieldWords: Record<FormField, string> = {
  fullName: 'Full name',
  dob: 'Date of birth',
  occupation: 'Occupation',
  address: 'Address',
  phone: 'Phone number',
  email: 'Email address',
  preferredContact: 'How should we contact you?',
  legalMatter: 'What do you need help with?',
  description: 'Tell us about your case',
  urgency: 'How urgent is it?',
  residentialStatus: 'Where do you live?',
  employmentStatus: 'What is your employment status?',
  annualIncome: 'What is your yearly income before tax?',
  sourceOfFunds: 'Where does the money for this case come from?',
  purposeOfMatter: 'What is this case for?',
  politicallyExposed: 'I am a politically exposed person, or a relative or close associate of one',
  politicallyExposedDetails: 'Details of the public role',
  riskFactors: 'Does any of this apply to your case?',
  privacyConsent: 'I accept the privacy policy',
  declaration: 'I declare that my answers are true and complete',
}

type Chosen<V> = V extends readonly (infer One extends string)[] ? One : V extends string ? V : never
type ChoiceField =
  | 'preferredContact'
  | 'legalMatter'
  | 'urgency'
  | 'residentialStatus'
  | 'employmentStatus'
  | 'annualIncome'
  | 'sourceOfFunds'
  | 'purposeOfMatter'
  | 'riskFactors'

/** The options of each choice in display order. */
export const choiceWords: { [F in ChoiceField]: Record<Chosen<Answered[F]>, string> } = {
  preferredContact: { email: 'Email', phone: 'Phone', post: 'Post' },
  legalMatter: {
    property: 'Property',
    family: 'Family',
    business: 'Business',
    employment: 'Employment',
    immigration: 'Immigration',
    criminal: 'Criminal',
    other: 'Something else',
  },
  urgency: {
    low: 'Low - No immediate deadline',
    medium: 'Medium - Needed within a month',
    high: 'High - Urgent attention required',
  },
  residentialStatus: {
    homeowner: 'In a home I own',
    tenant: 'In a home I rent',
    living_with_parents: 'With my parents',
    other: 'Somewhere else',
  },
  employmentStatus: {
    employed: 'Employed',
    self_employed: 'Self-employed',
    retired: 'Retired',
    student: 'Student',
    unemployed: 'Unemployed',
    other: 'Other',
  },
  annualIncome: {
    under_20k: 'Under £20,000',
    '20k_40k': '£20,000 to £40,000',
    '40k_60k': '£40,000 to £60,000',
    '60k_100k': '£60,000 to £100,000',
    '100k_plus': 'Over £100,000',
  },
  sourceOfFunds: {
    salary: 'Salary',
    savings: 'Savings',
    investments: 'Investments',
    inheritance: 'Inheritance',
    property_sale: 'Sale of a property',
    business: 'Business',
    other: 'Something else',
  },
  purposeOfMatter: {
    property_purchase: 'Buying a property',
    property_sale: 'Selling a property',
    divorce: 'Divorce',
    will_estate: 'A will or an estate',
    business_formation: 'Setting up a business',
    litigation: 'A dispute or court case',
    other: 'Something else',
  },
  riskFactors: {
    high_value_transaction: 'High value transaction (over £50,000)',
    overseas_entity: 'A company or trust abroad is involved',
    complex_structure: 'Complex ownership, such as several companies or trusts',
    cash_intensive: 'A business that takes much of its money in cash',
    high_risk_country: 'A link to a high risk country',
  },
}

export interface ShownAnswer {
  name: string
  label: string
  text: string
}

export interface ShownStep {
  title: string
  /** From 1, as the client counts. */
  step: number
  answers: ShownAnswer[]
}

/** Returns the answers as text, step by step, for the review, the view and the PDF. */
export const shownAnswers = (form: BuiltInForm, values: Record<string, unknown>): ShownStep[] =>
  formSteps[form].map(({ title, fields }, index) => ({
    title,
    step: index + 1,
    answers: (fields as readonly FormField[])
      .filter((name) => name !== 'politicallyExposedDetails' || values.politicallyExposed === true)
      .map((name) => ({ name, label: fieldWords[name], text: answerText(name, values[name]) })),
  }))

const answerText = (name: FormField, value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((chosen) => offerText(name, chosen)).join('; ') || 'None'
  if (typeof value !== 'string' || value === '') return name === 'riskFactors' ? 'None' : 'Not given'
  if (name === 'dob') return dayText(value)
  return offerText(name, value)
}

const offerText = (name: FormField, value: unknown) => {
  const choices: Partial<Record<string, Record<string, string>>> = choiceWords
  return choices[name]?.[String(value)] ?? String(value)
}
