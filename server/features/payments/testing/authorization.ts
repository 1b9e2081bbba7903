import type { api } from '#contract/api.ts'
import { clients, firms, overseers, owners, type RowsOf } from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'payments'>> = {
  'payments.refunds': { answers: firms() },
  'payments.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  // It was paid once, so nothing is owed back.
  'payments.refund': { ask: ({ payment }) => ({ id: payment.id }), answers: overseers(409) },
  'payments.list': { answers: clients() },
  'payments.pay': {
    ask: ({ task }) => {
      const { id, amount } = task('payment')
      return { taskId: id, amount, currency: 'GBP', paymentMethod: 'card' }
    },
    // The owner has paid already: what matters is that another client learns nothing of it.
    answers: owners(409),
  },
  'payments.processor': { answers: clients() },
  'payments.receipt': { ask: ({ payment }) => ({ id: payment.id }), answers: owners() },
}
