import type { api } from '#contract/api.ts'
import {
  administrators,
  all,
  clients,
  firms,
  overseers,
  owners,
  type RowsOf,
} from '#server/testing/authorization.ts'

export const rows: RowsOf<Pick<typeof api, 'payments' | 'bankPayments' | 'paymentProcessor' | 'payouts'>> = {
  'payments.refunds': { answers: firms() },
  'payments.disputes': { answers: firms() },
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
  'payments.look': { ask: ({ payment }) => ({ id: payment.id }), answers: owners() },
  'payments.receipt': { ask: ({ payment }) => ({ id: payment.id }), answers: owners() },
  'payouts.list': { answers: administrators() },
  // Stripe has paid nothing out.
  'payouts.lines': { ask: () => ({ id: 'po_1' }), answers: administrators(404) },
  'payouts.file': { ask: () => ({ id: 'po_1' }), answers: administrators(404) },
  'paymentProcessor.show': { answers: administrators() },
  'paymentProcessor.save': { ask: () => ({ isOn: false }), answers: administrators() },
  // There is no key to test.
  'paymentProcessor.test': { answers: administrators(400) },
  // Nobody has signed it.
  'bankPayments.show': { answers: administrators() },
  'bankPayments.save': { ask: () => ({ isOn: false }), answers: administrators() },
  'bankPayments.test': { answers: administrators(400) },
  'bankPayments.event': { ask: () => ({ events: [] }), answers: all(498) },
  'paymentProcessor.event': { ask: () => ({ id: 'evt_1', type: 'x' }), answers: all(400) },
}
