import { payments } from '#contract/payments/payments.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { paymentsJobs } from './jobs.ts'
import { personalData } from './schema.ts'
import { showReceipt } from './service/receipt.ts'
import * as refunding from './service/refund-payment.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    payments: 'payment.made' | 'payment.declined' | 'payment.refunded'
  }
}

export const paymentsFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(payments, {
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
    }),
  ],
  eventHandlers: {
    clientReset: service.erasePayments,
  },
  jobs: paymentsJobs,
  personalData,
})
