import { payments } from '#contract/payments.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import { showReceipt } from './service/receipt.ts'
import * as refunding from './service/refund-payment.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const paymentsRoutes = feature(
  payments,
  {
    list: ({ db, actor }, { before }) => store.listOf(db, actor.id, before),
    pay: multiStep(service.pay),
    processor: async ({ ports: { processor } }) => ({
      name: processor.name,
      isSandbox: processor.isSandbox,
    }),
    receipt: showReceipt,
    refunds: refunding.listRefunds,
    ofClient: refunding.listOfClient,
    refund: refunding.refundPayment,
  },
  {
    clientReset: service.erasePayments,
  },
)
