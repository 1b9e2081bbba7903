import { held } from '#server/platform/holdings.ts'
import { biometricConsents, verifications } from './schema.ts'

export const holdings = [
  held(verifications, {
    title: 'Checks of your identity and bank account',
    whose: verifications.clientId,
    columns: {
      taskId: true,
      clientId: 'Your own number.',
      verificationType: true,
      outcome: true,
      document: true,
      accountName: true,
      accountNumber: true,
      sortCode: true,
      bankName: true,
      modulus: true,
      completedAt: true,
      acceptedById: 'The number of whoever accepted it for the firm.',
      acceptedAt: true,
      note: 'How the firm checked: what it thinks of a risk is not told (Proceeds of Crime Act 2002 s. 333A).',
    },
  }),
  held(biometricConsents, {
    title: 'What you said to the comparison of faces',
    whose: biometricConsents.clientId,
    columns: { id: true, clientId: 'Your own number.', given: true, textVersion: true, at: true },
  }),
]
