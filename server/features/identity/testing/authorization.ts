import type { api } from '#contract/api.ts'
import { clients, firms, overseers, owners, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'identity'>> = {
  'identity.complete': {
    ask: ({ task }) => ({ taskId: task('identity_check').id, verificationType: 'id', document: 'passport' }),
    answers: owners(),
  },
  'identity.waiting': { answers: firms() },
  // Nothing was submitted yet.
  'identity.check': { ask: ({ task }) => ({ id: task('identity_check').id }), answers: overseers() },
  'identity.reopen': { ask: ({ task }) => ({ id: task('identity_check').id }), answers: overseers(404) },
  'identity.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'identity.accept': {
    ask: ({ clientId, task }) => ({
      id: clientId,
      taskId: task('identity_check').id,
      note: 'Seen in person',
    }),
    answers: overseers(),
    spends: true,
  },
  'identity.askAgain': {
    ask: ({ clientId, task }) => ({ id: clientId, taskId: task('bank_check').id, reason: 'Please check' }),
    // Nothing was submitted yet.
    answers: overseers(409),
  },
  'identity.verifications': { answers: clients() },
  'identity.faceConsent': { answers: clients() },
  'identity.withdrawFaceConsent': { answers: clients() },
  'identity.comparisons': {
    ask: ({ clientId }) => ({ clientId }),
    // This fee earner came after the client, and answers for nobody yet.
    answers: overseers(),
  },
}
