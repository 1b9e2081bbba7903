import type { api } from '#contract/api.ts'
import { administrators, clients, firms, owners, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'privacy'>> = {
  // The password is the owner's own, and so is everybody else's here.
  'privacy.prepareExport': {
    ask: ({ password }) => ({ currentPassword: password }),
    answers: clients(201),
  },
  'privacy.export': { ask: ({ exportId }) => ({ id: exportId }), answers: owners(), spends: true },
  'privacy.requests': { answers: clients() },
  'privacy.askErasure': { answers: clients(201), spends: true },
  'privacy.complain': { ask: () => ({ words: 'Nobody calls me back.' }), answers: clients(201) },
  'privacy.firmRequests': { answers: firms() },
  'privacy.answer': {
    ask: ({ requestId }) => ({ id: requestId, answer: 'We are sorry.' }),
    answers: administrators(),
    spends: true,
  },
}
