import { payments } from '#contract/payments/payments.ts'
import { payouts } from '#contract/payments/payouts.ts'
import { paymentProcessor, testProcessors } from '#contract/payments/processor.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { paymentsJobs } from './jobs.ts'
import { personalData } from './schema.ts'
import { lookAtPayment } from './service/checkout.ts'
import { findHosted, saveProcessor, showProcessor, testProcessor } from './service/connection.ts'
import * as paidOut from './service/payouts.ts'
import { showReceipt } from './service/receipt.ts'
import * as refunding from './service/refund-payment.ts'
import { takeEvent } from './service/take-event.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    payments:
      | 'payment.made'
      | 'payment.declined'
      | 'payment.refund_begun'
      | 'payment.refunded'
      | 'payment.refund_failed'
      | 'payment.disputed'
      | 'payout.settled'
      | 'payment.mismatched'
      | 'payment_processor.changed'
  }
}

export const paymentsFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(payments, {
      list: ({ db, actor }, { before }) => store.listOf(db, actor.id, before),
      pay: multiStep(service.pay),
      look: multiStep(lookAtPayment),
      processor: async ({ db, ports }) => {
        const hosted = await findHosted(db, ports)
        const { name, isSandbox } = hosted ? { name: hosted.name, isSandbox: false } : ports.processor
        return { name, isSandbox, isHosted: hosted !== null, isTest: testProcessors.includes(name) }
      },
      receipt: showReceipt,
      refunds: refunding.listRefunds,
      disputes: refunding.listDisputes,
      ofClient: refunding.listOfClient,
      refund: multiStep(refunding.refundPayment),
    }),
    routesOf(payouts, {
      list: paidOut.listPayouts,
      lines: paidOut.listLines,
      file: paidOut.payoutFile,
    }),
    routesOf(paymentProcessor, {
      show: showProcessor,
      save: saveProcessor,
      test: multiStep(testProcessor),
      event: multiStep(takeEvent, { keepsBody: true }),
    }),
  ],
  eventHandlers: {
    clientReset: service.erasePayments,
  },
  jobs: paymentsJobs,
  personalData,
})
