import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Payment, PaymentId, PaymentMethod } from '#contract/payments/payments.ts'
import type { PaymentProvider } from '#contract/payments/processor.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerTable } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'
import type {
  DisputeStatus,
  HostedPayout,
  HostedPayoutLine,
  RefundFailure,
} from '#server/platform/ports/hosted-payments.ts'

export type RefundId = string & { readonly brand: 'refund' }

export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().$type<PaymentId>(),
    clientId: uuid().notNull().$type<UserId>(),
    taskId: uuid().notNull().$type<TaskId>(),
    title: text().notNull(),
    description: text().notNull(),
    amount: integer().notNull(),
    vat: integer().notNull().default(0),
    currency: text().$type<'GBP'>().notNull(),
    paymentMethod: text().$type<PaymentMethod>().notNull(),
    status: text().$type<Payment['status']>().notNull(),
    reason: text(),
    account: text().$type<'client' | 'office'>().notNull(),
    /** What the payer's page sent, so that a repeat is known; unique among one client's payments. */
    idempotencyKey: text(),
    /** What of the request the key stands for: the same key with another question is refused. */
    fingerprint: text().notNull(),
    processor: text().notNull(),
    /** Whose account at the processor it was begun in; null in the sandbox, and where it was not told. */
    processorAccount: text(),
    processorReference: text(),
    /** By which the processor knows its page for this payment; null in the sandbox, and until it was opened. */
    checkoutId: text(),
    /** The name on the card or the bank account, where the processor tells it. */
    payerName: text(),
    receiptNumber: text(),
    createdAt: instant().notNull(),
    /** When the processor was first asked in vain: only a second time, later, counts as never sent. */
    unansweredAt: instant(),
    completedAt: instant(),
    /** The person of the firm who sent the money back. */
    refundedById: uuid().$type<UserId>(),
    refundedAt: instant(),
    /** In pence. */
    refundedAmount: integer().notNull().default(0),
  },
  (t) => [
    index().on(t.clientId, t.id),
    uniqueIndex('payments_idempotency').on(t.clientId, t.idempotencyKey),
    // The database itself refuses a second charge of one task while one is paid or not yet known.
    uniqueIndex('payments_one_charge').on(t.taskId).where(sql`status in ('completed', 'open', 'checking')`),
    uniqueIndex('payments_receipt').on(t.receiptNumber),
    index('payments_refunds').on(t.createdAt).where(sql`status in ('refund_due', 'refunded')`),
    index('payments_reversals')
      .on(t.createdAt)
      .where(sql`status in ('refunding', 'disputed', 'charged_back')`),
    index('payments_by_reference').on(t.processorReference),
    index('payments_by_checkout').on(t.checkoutId),
    // What is looked up every minute is a few rows among all that were ever paid.
    index('payments_unsure')
      .on(t.processor, t.createdAt)
      .where(sql`status in ('open', 'checking', 'failed')`),
  ],
)

/** Money sent back: by the portal, in the processor's own dashboard, or by a person some other way. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    /** The key by which the processor sends it once. */
    id: uuid().primaryKey().$type<RefundId>(),
    paymentId: uuid()
      .notNull()
      .$type<PaymentId>()
      .references(() => payments.id, { onDelete: 'cascade' }),
    /** In pence. */
    amount: integer().notNull(),
    /** `sending`: the processor was asked, and has not answered yet. */
    status: text().$type<'sending' | 'pending' | 'completed' | 'failed'>().notNull(),
    failure: text().$type<RefundFailure>(),
    /** By which the processor knows it; null of what a person sent some other way. */
    reference: text(),
    createdAt: instant().notNull(),
    settledAt: instant(),
  },
  (t) => [
    index().on(t.paymentId),
    uniqueIndex('payment_refunds_reference').on(t.reference),
    index('payment_refunds_unsettled').on(t.createdAt).where(sql`status in ('sending', 'pending')`),
  ],
)

/** Payments that the payer's bank claims back, as the processor tells them. */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    /** By which the processor knows it. */
    id: text().primaryKey(),
    paymentId: uuid()
      .notNull()
      .$type<PaymentId>()
      .references(() => payments.id, { onDelete: 'cascade' }),
    /** In pence. */
    amount: integer().notNull(),
    reason: text().notNull(),
    status: text().$type<DisputeStatus>().notNull(),
    respondBy: instant(),
    openedAt: instant().notNull(),
    /** When the processor was asked what is written here: an answer to an older question changes nothing. */
    askedAt: instant().notNull(),
    closedAt: instant(),
  },
  (t) => [
    index().on(t.paymentId),
    index('payment_disputes_open').on(t.respondBy).where(sql`status in ('needs_response', 'under_review')`),
  ],
)

/** What the processor has paid out to the firm's bank. */
export const payouts = pgTable(
  'payouts',
  {
    /** By which the processor knows it. */
    id: text().primaryKey(),
    processor: text().notNull(),
    /** In pence. */
    amount: integer().notNull(),
    status: text().$type<HostedPayout['status']>().notNull(),
    isAutomatic: boolean().notNull(),
    /** Its lines are written down, all of them. */
    isComplete: boolean().notNull(),
    arrivesOn: date({ mode: 'string' }).notNull(),
    createdAt: instant().notNull(),
    /** When the processor was asked what is written here. */
    askedAt: instant().notNull(),
  },
  (t) => [index().on(t.createdAt)],
)

/** What payouts are made of: one row for each movement of the firm's balance at the processor. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    id: text().primaryKey(),
    payoutId: text()
      .notNull()
      .references(() => payouts.id, { onDelete: 'cascade' }),
    kind: text().$type<HostedPayoutLine['kind']>().notNull(),
    /** In pence. */
    gross: integer().notNull(),
    fee: integer().notNull(),
    net: integer().notNull(),
    /** Of the payment it belongs to, as the processor knows it. */
    reference: text(),
  },
  (t) => [index().on(t.payoutId), index().on(t.reference)],
)

/** The last receipt number of each year. It outlives the payments, so that no number is given twice. */
export const paymentReceipts = pgTable('payment_receipts', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

/** How the firm takes payments, by Stripe and by GoCardless: one row at most. */
export const paymentProcessors = pgTable('payment_processors', {
  isOnly: boolean().primaryKey().default(true),
  isOn: boolean().notNull(),
  sealedSecretKey: text(),
  sealedWebhookSecret: text(),
  /** Whose the key is, as Stripe calls it, and by which key it said so, as a hash. */
  account: text(),
  accountKey: text(),
  isGocardlessOn: boolean().notNull().default(false),
  sealedGocardlessToken: text(),
  sealedGocardlessSecret: text(),
  gocardlessAccount: text(),
  gocardlessAccountKey: text(),
})

/** What the processor has told, so that each event is taken once however often it comes. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text().primaryKey(),
    provider: text().$type<PaymentProvider>().notNull().default('stripe'),
    type: text().notNull(),
    receivedAt: instant().notNull(),
  },
  (t) => [index().on(t.receivedAt)],
)

export const personalData = [
  registerTable(payments, {
    title: 'Your payments',
    whose: payments.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      taskId: true,
      title: true,
      description: true,
      amount: true,
      vat: true,
      currency: true,
      paymentMethod: true,
      status: true,
      reason: true,
      account: true,
      idempotencyKey: 'How the portal recognises the same request made twice.',
      fingerprint: 'How the portal recognises the same request made twice.',
      processor: true,
      processorAccount: "The firm's account at the payment processor.",
      processorReference: true,
      checkoutId: 'By which the payment processor knows its page.',
      payerName: true,
      receiptNumber: true,
      createdAt: true,
      unansweredAt: 'When the payment processor did not answer.',
      completedAt: true,
      refundedById: 'The reference number of the person at the firm who refunded it.',
      refundedAt: true,
      refundedAmount: true,
    },
  }),
  registerTable(paymentRefunds, {
    title: 'Your refunds',
    whose: { column: paymentRefunds.paymentId, to: payments.id, whose: payments.clientId },
    columns: {
      id: true,
      paymentId: true,
      amount: true,
      status: true,
      failure: true,
      reference: true,
      createdAt: true,
      settledAt: true,
    },
  }),
  registerTable(paymentDisputes, {
    title: 'Payments that your bank asked back',
    whose: { column: paymentDisputes.paymentId, to: payments.id, whose: payments.clientId },
    columns: {
      id: true,
      paymentId: true,
      amount: true,
      reason: true,
      status: true,
      respondBy: 'Until when the firm can answer.',
      openedAt: true,
      askedAt: 'When the payment processor was last asked.',
      closedAt: true,
    },
  }),
]
