import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { command, create, file, id, instant, list, newInOutput, read } from '../kit/endpoint.ts'
import { formatPounds, poundsIn } from '../kit/money.ts'
import { isDone, type Task, TaskId } from '../tasks.ts'
import { CardPlace, PaymentProvider, WayToPay } from './processor.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    payments: true
  }
}

export const PaymentId = id('payment')
export type PaymentId = z.infer<typeof PaymentId>

/** Cards, and the wallets that hold them. The sandbox accepts both. */
export const CardMethod = z.enum(['card', 'apple_pay', 'google_pay'])
export type CardMethod = z.infer<typeof CardMethod>

export const PaymentMethod = z.enum([...CardMethod.options, 'bank'])
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const methodNames: Record<PaymentMethod, string> = {
  card: 'Card',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  bank: 'Bank payment',
}

export const Payment = z.strictObject({
  id: PaymentId,
  taskId: TaskId,
  title: z.string(),
  description: z.string(),
  /** In pence. */
  amount: z.number().int(),
  /** The part of the amount that is VAT, in pence. */
  vat: z.number().int(),
  currency: z.literal('GBP'),
  paymentMethod: PaymentMethod,
  /**
   * `open`: the client was sent to the processor's page and may continue there. Nothing was taken yet.
   * `checking`: the processor's response is not known yet. The client must not pay again meanwhile.
   * `refund_due`: the money was taken in addition to another payment of the same task, and has to be refunded.
   * `refunding`: the whole amount is being refunded.
   * `refunded`: the whole amount was refunded.
   * `disputed`: the payer's bank claims it back. Nothing is charged or refunded until that is decided.
   * `charged_back`: the bank has taken it back.
   */
  status: z.enum([
    'completed',
    'open',
    'checking',
    'declined',
    'failed',
    'refund_due',
    'refunding',
    'refunded',
    'disputed',
    'charged_back',
  ]),
  /** Why it is not completed, as the client reads it. */
  reason: z.string().nullable(),
  /** The part of the amount that was refunded, in pence. */
  refundedAmount: z.number().int(),
  /** Money on account of costs belongs to the client until it is billed (SRA Accounts Rules 2.1). */
  account: z.enum(['client', 'office']),
  /** Made in the sandbox or in a processor's test mode, so no money has moved. */
  isTest: z.boolean(),
  receiptNumber: z.string().nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
})
export type Payment = z.infer<typeof Payment>

/** A claim by the payer's bank for the money back. */
export const Dispute = z.strictObject({
  /** In pence. */
  amount: z.number().int(),
  reason: z.string(),
  /**
   * `needs_response`: the firm may respond at the processor until `respondBy`. `under_review`: the bank is deciding.
   */
  status: z.enum(['needs_response', 'under_review', 'won', 'lost']),
  respondBy: instant.nullable(),
  openedAt: instant,
})
export type Dispute = z.infer<typeof Dispute>

/** A payment as the firm sees it. */
export const FirmPayment = Payment.extend({
  client: z.strictObject({
    id: UserId,
    firstName: z.string(),
    lastName: z.string(),
    /** Whether the user may open their page. Somebody who only handles money may not. */
    canOpen: newInOutput(z.boolean(), false),
  }),
  /** The processor's id of the charge. */
  processorReference: z.string().nullable(),
  /** The name on the card or bank account, if it is not the client's. */
  otherPayer: z.string().nullable(),
  refundedBy: z.string().nullable(),
  refundedAt: instant.nullable(),
  /** The provider on whose page it was paid. Null for the sandbox. */
  provider: PaymentProvider.nullable(),
  /** The portal has the processor refund it. Otherwise a person does, and records it here. */
  isRefundedByProcessor: z.boolean(),
  /** Why the last refund failed. Null if there was none, or it succeeded. */
  refundFailure: z.string().nullable(),
  /** The newest dispute. Null if the bank never claimed the money back. */
  dispute: Dispute.nullable(),
})
export type FirmPayment = z.infer<typeof FirmPayment>

/** A card number must not reach the server, whatever a page sends: we would have to protect it (PCI DSS 3). */
const looksLikeCard = /(?:\d[ -]?){12}/

const payment = z.strictObject({
  taskId: TaskId,
  amount: z.number('Amount is required').int().min(1, 'Amount is required').max(99_999_999),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Please give the currency as three letters'),
  paymentMethod: PaymentMethod,
  /** The page may say what it expects, but the server decides. */
  status: z.unknown().optional(),
  /** Represents the card at the processor. If missing in the sandbox, a good test card is used. */
  paymentToken: z
    .string()
    .max(200, { abort: true })
    .refine((token) => !looksLikeCard.test(token), 'Please send a token, never a card number')
    .optional(),
})

export const payments = {
  list: list('/api/payments', {
    item: Payment,
    audience: 'client',
    summary: "The client's payments, newest first",
  }),
  pay: create('/api/payments', {
    input: payment,
    /** If the processor has a page of its own, the payment is `open`, and the client continues at this URL. */
    output: Payment.extend({ continueAt: z.string().optional() }),
    audience: 'client',
    summary: 'Pays a task once; takes an Idempotency-Key header',
  }),
  look: command('/api/payments/:id/look', {
    input: z.strictObject({ id: PaymentId }),
    output: Payment,
    audience: 'client',
    summary: 'Asks the processor what has become of a payment, for a client who comes back from its page',
  }),
  form: command('/api/payments/:id/form', {
    input: z.strictObject({ id: PaymentId }),
    output: z.strictObject({
      payment: Payment,
      /** Null where nothing can be paid by it: it is paid, over, or paid on the processor's own page. */
      form: z
        .strictObject({
          /** Lets whoever has it pay this payment, and see how it went; kept nowhere. */
          clientSecret: z.string(),
          publishableKey: z.string(),
        })
        .nullable(),
    }),
    audience: 'client',
    summary: "What the processor's own form needs to take a card for a payment that is open",
  }),
  processor: read('/api/payments/processor', {
    output: z.strictObject({
      isSandbox: z.boolean(),
      /** The ways to pay, each on a processor's page. Empty in the sandbox, which accepts cards in the portal. */
      ways: z.array(WayToPay),
      /** Where a card is entered, once it was chosen. */
      cardPlace: newInOutput(CardPlace, 'processor'),
      /** No money moves. */
      isTest: z.boolean(),
    }),
    audience: 'client',
    summary: 'How clients may pay; the sandbox and a test mode move no money',
  }),
  receipt: file('/api/payments/:id/receipt', {
    input: z.strictObject({ id: PaymentId }),
    audience: 'client',
    summary: 'The receipt of a payment that went through, as a PDF; it says what became of it since',
  }),
  refunds: read('/api/firm/refunds', {
    output: z.array(FirmPayment),
    audience: 'firm',
    action: 'payments.read',
    byKey: true,
    summary: 'Payments due to be refunded (oldest first), then recent refunds',
  }),
  disputes: read('/api/firm/disputes', {
    output: z.array(FirmPayment),
    audience: 'firm',
    action: 'payments.read',
    byKey: true,
    summary:
      "Payments that the payer's bank claims back (the first to be answered first), then those decided lately",
  }),
  ofClient: read('/api/firm/clients/:id/payments', {
    input: z.strictObject({ id: UserId }),
    output: z.array(FirmPayment),
    audience: 'firm',
    action: 'payments.read',
    byKey: true,
    summary: "One client's payments, newest first",
  }),
  refund: command('/api/firm/refunds/:id', {
    input: z.strictObject({
      id: PaymentId,
      /** It was refunded in some other way, so the processor is not called. */
      isSentOtherwise: z.boolean().optional(),
    }),
    output: FirmPayment,
    audience: 'firm',
    action: 'payments.refund',
    summary:
      'Sends back what is due, by the processor that took it; where it cannot, records that it was sent. The client is told',
  }),
}

export const checkingWords = "We're checking this payment with the bank. You don't need to pay again."
export const openWords = "You haven't finished this payment. Nothing has been taken."
/** Said of a payment that arrived after its task had been taken back. */
export const unneededWords =
  'What this was for is no longer needed. We owe you this amount and will refund it.'
export const refundWords = 'This payment went through twice. We owe you this amount and will refund it.'

export const refundedWords = 'We have sent this amount back to you.'
export const refundingWords =
  'We are sending this amount back to you. It usually takes 5 to 10 working days to arrive.'

export const disputedWords =
  "Your bank is looking into this payment. You don't need to pay again in the meantime."
export const chargedBackWords =
  'Your bank took this payment back from us. Please message us about what is still to be paid.'

/** Shared rules: the server enforces them, the page shows only what they allow. */
export const hasReceipt = ({ receiptNumber }: Pick<Payment, 'receiptNumber'>) => receiptNumber !== null

/** Returns what happened to a payment after its receipt was issued, one entry each. */
export const sinceReceipt = ({ status, refundedAmount }: Pick<Payment, 'status' | 'refundedAmount'>) => [
  ...(refundedAmount > 0 ? [{ name: 'Refunded since', value: formatPounds(refundedAmount) }] : []),
  ...(status === 'disputed' ? [{ name: 'Disputed', value: 'Your bank is looking into this payment' }] : []),
  ...(status === 'charged_back' ? [{ name: 'Charged back', value: 'Your bank took this payment back' }] : []),
]

/** Whether a payment counts, or may still turn out to: if so, its task cannot be paid again. */
export const isStanding = ({ status }: Pick<Payment, 'status'>) =>
  status === 'completed' || status === 'checking' || status === 'disputed'

/** Whether the money has gone back to the payer, or is on its way there. */
export const isReversed = ({ status }: Pick<Payment, 'status'>) =>
  status === 'refunding' || status === 'refunded' || status === 'charged_back'

/** Whether the client has started it on the processor's page: they continue it instead of starting another. */
export const isOpen = ({ status }: Pick<Payment, 'status'>) => status === 'open'

/** Whether no money has moved, and none will. */
export const isRefused = ({ status }: Pick<Payment, 'status'>) => status === 'declined' || status === 'failed'

/** Returns the amount to pay, in pence: the task's amount, otherwise the pound figure in its description, or 0. */
export const amountDue = ({ amount, description }: Pick<Task, 'amount' | 'description'>) =>
  amount ?? poundsIn(description)

/**
 * Returns the figures of the three tiles: the sum of completed payments less refunds, in pence, the number of completed
 * payments, and the number of tasks still to pay.
 */
export const paymentSummary = (
  made: readonly Pick<Payment, 'status' | 'amount' | 'refundedAmount'>[],
  tasks: readonly Pick<Task, 'category' | 'status'>[],
) => {
  const completed = made.filter(({ status }) => status === 'completed')
  return {
    total: completed.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0),
    completed: completed.length,
    pending: tasks.filter((task) => task.category === 'payments' && !isDone(task)).length,
  }
}
