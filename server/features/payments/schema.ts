import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Payment, PaymentId, PaymentMethod } from '#contract/payments/payments.ts'
import type { CardPlace, PaymentProvider } from '#contract/payments/processor.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
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
    /** The key that the client's page sent, by which a repeated request is recognised. Unique per client. */
    idempotencyKey: text(),
    /** The content of the request. A different request with the same key is refused. */
    fingerprint: text().notNull(),
    processor: text().notNull(),
    /** The account at the processor in which it was started. Null in the sandbox, or if the processor did not tell. */
    processorAccount: text(),
    processorReference: text(),
    /** The processor's id of the page for this payment. Null in the sandbox, and until the page is opened. */
    checkoutId: text(),
    /** The name on the card or bank account, if the processor tells it. */
    payerName: text(),
    receiptNumber: text(),
    createdAt: instant().notNull(),
    /**
     * When the processor first did not know the payment. It counts as never sent only if a later check has the same
     * result.
     */
    unansweredAt: instant(),
    completedAt: instant(),
    /** The person of the firm who refunded it. */
    refundedById: uuid().$type<UserId>(),
    refundedAt: instant(),
    /** In pence. */
    refundedAmount: integer().notNull().default(0),
  },
  (t) => [
    index().on(t.clientId, t.id),
    uniqueIndex('payments_idempotency').on(t.clientId, t.idempotencyKey),
    // Makes the database refuse a second charge of a task while one is paid or pending.
    uniqueIndex('payments_one_charge').on(t.taskId).where(sql`status in ('completed', 'open', 'checking')`),
    uniqueIndex('payments_receipt').on(t.receiptNumber),
    index('payments_refunds').on(t.createdAt).where(sql`status in ('refund_due', 'refunded')`),
    index('payments_reversals')
      .on(t.createdAt)
      .where(sql`status in ('refunding', 'disputed', 'charged_back')`),
    index('payments_by_reference').on(t.processorReference),
    index('payments_by_checkout').on(t.checkoutId),
    // Keeps the query that runs every minute fast: only few of all payments match.
    index('payments_unsure')
      .on(t.processor, t.createdAt)
      .where(sql`status in ('open', 'checking', 'failed')`),
  ],
)

/** Refunds by the portal, in the processor's own dashboard, or by a person in some other way. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    /** The key that makes the processor send the refund only once. */
    id: uuid().primaryKey().$type<RefundId>(),
    paymentId: uuid()
      .notNull()
      .$type<PaymentId>()
      .references(() => payments.id, { onDelete: 'cascade' }),
    /** In pence. */
    amount: integer().notNull(),
    /** `sending`: the processor was asked and has not responded yet. */
    status: text().$type<'sending' | 'pending' | 'completed' | 'failed'>().notNull(),
    failure: text().$type<RefundFailure>(),
    /** The processor's id of the refund. Null if a person sent it in some other way. */
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

/** Claims by payers' banks for their money back, as reported by the processor. */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    /** The processor's id of the dispute. */
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
    /** When the processor was asked for this data. A response to an older request is ignored. */
    askedAt: instant().notNull(),
    closedAt: instant(),
  },
  (t) => [
    index().on(t.paymentId),
    index('payment_disputes_open').on(t.respondBy).where(sql`status in ('needs_response', 'under_review')`),
  ],
)

/** Payouts by the processor to the firm's bank account. */
export const payouts = pgTable(
  'payouts',
  {
    /** The processor's id of the payout. */
    id: text().primaryKey(),
    processor: text().notNull(),
    /** In pence. */
    amount: integer().notNull(),
    status: text().$type<HostedPayout['status']>().notNull(),
    isAutomatic: boolean().notNull(),
    /** Whether all its lines are stored. */
    isComplete: boolean().notNull(),
    arrivesOn: date({ mode: 'string' }).notNull(),
    createdAt: instant().notNull(),
    /** When the processor was asked for this data. */
    askedAt: instant().notNull(),
  },
  (t) => [index().on(t.createdAt)],
)

/** The lines of payouts: one row for each movement of the firm's balance at the processor. */
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
    /** The processor's reference of the payment that the line belongs to. */
    reference: text(),
  },
  (t) => [index().on(t.payoutId), index().on(t.reference)],
)

/** The last receipt number of each year. Kept when payments are deleted, so that no number is used twice. */
export const paymentReceipts = pgTable('payment_receipts', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

/** The firm's keys for Stripe and GoCardless. At most one row. */
export const paymentProcessors = pgTable('payment_processors', {
  isOnly: boolean().primaryKey().default(true),
  isOn: boolean().notNull(),
  sealedSecretKey: text(),
  sealedWebhookSecret: text(),
  /** Stripe's id of the account that the key belongs to, and a hash of the key that was used to find out. */
  account: text(),
  accountKey: text(),
  /** Where cards are entered, and what Stripe's form knows the firm by. */
  cardPlace: text().$type<CardPlace>().notNull().default('processor'),
  publishableKey: text(),
  isGocardlessOn: boolean().notNull().default(false),
  sealedGocardlessToken: text(),
  sealedGocardlessSecret: text(),
  gocardlessAccount: text(),
  gocardlessAccountKey: text(),
})

/** The events received from processors, so that a repeated event is handled only once. */
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
  registerPersonalData(payments, {
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
  registerPersonalData(paymentRefunds, {
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
  registerPersonalData(paymentDisputes, {
    title: 'Payments your bank has disputed',
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
