import type { SignInAnswer } from '#contract/accounts/accounts.ts'
import type { ClientQuestionnaire, RiskAssessment } from '#contract/forms/forms.ts'

export const questionnaire: ClientQuestionnaire = {
  fullName: 'Amara Okafor',
  dob: '1990-04-17',
  occupation: 'Teacher',
  address: 'Flat 2, 12 Garden Street\nLondon\nSW1A 1AA',
  phone: '07700 900123',
  email: 'amara.okafor@example.com',
  preferredContact: 'email',
  legalMatter: 'property',
  description: 'I am buying my first flat.',
  urgency: 'medium',
}

export const riskAssessment: RiskAssessment = {
  residentialStatus: 'tenant',
  employmentStatus: 'employed',
  annualIncome: '40k_60k',
  sourceOfFunds: 'savings',
  purposeOfMatter: 'property_purchase',
  politicallyExposed: false,
  riskFactors: [],
  privacyConsent: true,
  declaration: true,
}

/** Returns the signed-in user. Throws if a second factor is required. */
export const signedIn = (answer: SignInAnswer) => {
  if ('twoFactorRequired' in answer) throw new Error('A second factor is asked for.')
  return answer
}
