import type { api } from '#contract/api.ts'
import { clients, keyholders, owners, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'onboarding'>> = {
  'onboarding.show': { answers: clients() },
  'onboarding.answer': {
    ask: ({ messageId }) => ({ messageId, answer: { kind: 'option', option: 'Upload documents instead' } }),
    answers: owners(),
    spends: true,
  },
  'onboarding.upload': {
    // The chat of none of them asks for a file yet: what matters is that a message of another opens nothing.
    ask: ({ messageId }) => ({ messageId }),
    answers: clients(409),
  },
  'onboarding.chat': { ask: () => ({ message: 'Is my data secure?' }), answers: clients() },
  'onboarding.remind': { answers: clients() },
  // Only a conversation that has come so far has a session, and data to compare.
  'onboarding.generateSession': { answers: { ...clients(409), owner: 200 } },
  'onboarding.status': { answers: clients() },
  'onboarding.verifyData': {
    ask: () => ({ userData: {}, verificationSource: 'system_collected' }),
    answers: clients(409),
  },
  'onboarding.complete': { answers: clients() },
  // The address is the key, on a phone that nobody is signed in on too; but nobody else may turn it.
  'onboarding.capture': { ask: ({ token }) => ({ token }), answers: keyholders() },
  'onboarding.chooseDocument': {
    ask: ({ token }) => ({ token, document: 'passport' }),
    answers: keyholders(),
    spends: true,
  },
  'onboarding.takePicture': {
    ask: ({ token }) => ({ token, step: 'ADDRESSDOCUMENT' }),
    answers: keyholders(201),
    spends: true,
  },
  'onboarding.skipStep': {
    ask: ({ token }) => ({ token, step: 'ADDRESSDOCUMENT' }),
    answers: keyholders(),
    spends: true,
  },
  // No picture has been taken yet.
  'onboarding.submitSession': { ask: ({ token }) => ({ token }), answers: keyholders(409) },
}
