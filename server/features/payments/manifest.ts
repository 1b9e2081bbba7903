import { payments } from '#contract/payments/payments.ts'
import { payouts } from '#contract/payments/payouts.ts'
import { bankPayments, paymentProcessor, testProcessors, wayOf } from '#contract/payments/processor.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { paymentsJobs } from './jobs.ts'
import { listOffered } from './processor/connection.ts'
import { listWarnings } from './processor/health.ts'
import { removeKeys } from './processor/remove-keys.ts'
import { saveProcessor, showProcessor, testProcessor } from './processor/settings.ts'
import { personalData } from './schema.ts'
import { refreshPayment, showForm } from './service/checkout.ts'
import * as paidOut from './service/payouts.ts'
import { showReceipt } from './service/receipt.ts'
import * as refunding from './service/refund-payment.ts'
import { takeEvents } from './service/take-event.ts'
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
      | 'payment_processor.keys_removed'
  }
}

export const paymentsFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(payments, {
      list: ({ db, actor }, { before }) => store.listOf(db, actor.id, before),
      pay: multiStep(service.pay),
      look: multiStep(refreshPayment),
      form: multiStep(showForm),
      processor: async ({ db, ports }) => {
        const offered = await listOffered(db, ports)
        const { name, isSandbox } = offered[0] ? { ...offered[0], isSandbox: false } : ports.processor
        const ways = offered.map(({ provider }) => wayOf[provider])
        const isForm = offered.some(({ connection }) => connection.form?.isUsed)
        const cardPlace = isForm ? 'portal' : 'processor'
        return { isSandbox, ways, cardPlace, isTest: testProcessors.includes(name) }
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
      show: (ctx) => showProcessor(ctx, 'stripe'),
      save: multiStep((ctx, wanted) => saveProcessor(ctx, 'stripe', wanted)),
      test: multiStep((ctx, keys) => testProcessor(ctx, 'stripe', keys)),
      removeSecret: multiStep((ctx, wanted) => removeKeys(ctx, 'stripe', wanted)),
      event: multiStep((ctx) => takeEvents(ctx, 'stripe'), { keepsBody: true }),
    }),
    routesOf(bankPayments, {
      show: (ctx) => showProcessor(ctx, 'gocardless'),
      save: multiStep((ctx, wanted) => saveProcessor(ctx, 'gocardless', wanted)),
      test: multiStep((ctx, keys) => testProcessor(ctx, 'gocardless', keys)),
      removeSecret: multiStep((ctx, wanted) => removeKeys(ctx, 'gocardless', wanted)),
      event: multiStep((ctx) => takeEvents(ctx, 'gocardless'), { keepsBody: true }),
    }),
  ],
  eventHandlers: {
    clientReset: service.erasePayments,
  },
  jobs: paymentsJobs,
  warnings: listWarnings,
  personalData,
})
