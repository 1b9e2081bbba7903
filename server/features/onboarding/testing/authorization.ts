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
    // None of these chats asks for a file yet. The point is that another client's message gives no access.
    ask: ({ messageId }) => ({ messageId }),
    answers: clients(409),
  },
  'onboarding.chat': { ask: () => ({ message: 'Is my data secure?' }), answers: clients() },
  'onboarding.remind': { answers: clients() },
  // Only a conversation that has got this far has a session and data to compare.
  'onboarding.generateSession': { answers: { ...clients(409), owner: 200 } },
  'onboarding.status': { answers: clients() },
  'onboarding.verifyData': {
    ask: () => ({ userData: {}, verificationSource: 'system_collected' }),
    answers: clients(409),
  },
  'onboarding.complete': { answers: clients() },
  // The token in the address is enough, even on a phone where nobody is signed in. Someone signed in as another user is
  // refused.
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
