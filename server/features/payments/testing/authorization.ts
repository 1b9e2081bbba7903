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
  // It was paid only once, so no refund is due.
  'payments.refund': { ask: ({ payment }) => ({ id: payment.id }), answers: overseers(409) },
  'payments.list': { answers: clients() },
  'payments.pay': {
    ask: ({ task }) => {
      const { id, amount } = task('payment')
      return { taskId: id, amount, currency: 'GBP', paymentMethod: 'card' }
    },
    // The owner has paid already. Another client must learn nothing about it.
    answers: owners(409),
  },
  'payments.processor': { answers: clients() },
  'payments.look': { ask: ({ payment }) => ({ id: payment.id }), answers: owners() },
  'payments.form': { ask: ({ payment }) => ({ id: payment.id }), answers: owners() },
  'payments.receipt': { ask: ({ payment }) => ({ id: payment.id }), answers: owners() },
  'payouts.list': { answers: administrators() },
  // Stripe has made no payouts.
  'payouts.lines': { ask: () => ({ id: 'po_1' }), answers: administrators(404) },
  'payouts.file': { ask: () => ({ id: 'po_1' }), answers: administrators(404) },
  'paymentProcessor.show': { answers: administrators() },
  'paymentProcessor.removeSecret': { ask: ({ password }) => ({ password }), answers: administrators() },
  'paymentProcessor.save': { ask: () => ({ isOn: false }), answers: administrators() },
  // There is no key to test.
  'paymentProcessor.test': { answers: administrators(400) },
  // The two events below carry no valid signature.
  'bankPayments.show': { answers: administrators() },
  'bankPayments.removeSecret': { ask: ({ password }) => ({ password }), answers: administrators() },
  'bankPayments.save': { ask: () => ({ isOn: false }), answers: administrators() },
  'bankPayments.test': { answers: administrators(400) },
  'bankPayments.event': { ask: () => ({ events: [] }), answers: all(498) },
  'paymentProcessor.event': { ask: () => ({ id: 'evt_1', type: 'x' }), answers: all(400) },
}
