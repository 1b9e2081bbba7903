import { registerTable } from '#server/platform/audit/personal-data.ts'
import { biometricConsents, verifications } from './schema.ts'

export const personalData = [
  registerTable(verifications, {
    title: 'Checks of your identity and bank account',
    whose: verifications.clientId,
    columns: {
      taskId: true,
      clientId: 'Your own reference number.',
      verificationType: true,
      outcome: true,
      document: true,
      accountName: true,
      accountNumber: true,
      sortCode: true,
      bankName: true,
      modulus: true,
      completedAt: true,
      acceptedById: 'The reference number of the person at the firm who accepted it.',
      acceptedAt: true,
      note: 'How the firm checked: its view of risk is not disclosed (Proceeds of Crime Act 2002, s. 333A).',
    },
  }),
  registerTable(biometricConsents, {
    title: 'Your answer about comparing faces',
    whose: biometricConsents.clientId,
    columns: { id: true, clientId: 'Your own reference number.', given: true, textVersion: true, at: true },
  }),
]
