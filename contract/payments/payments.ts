import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { command, create, file, id, instant, list, read } from '../kit/endpoint.ts'
import { formatPounds, poundsIn } from '../kit/money.ts'
import { isDone, type Task, TaskId } from '../tasks.ts'
import { PaymentProvider, WayToPay } from './processor.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    payments: true
  }
}

export const PaymentId = id('payment')
export type PaymentId = z.infer<typeof PaymentId>

/** Cards and the wallets that hold them, which the sandbox takes as well. */
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
  /** Of the amount, in pence. */
  vat: z.number().int(),
  currency: z.literal('GBP'),
  paymentMethod: PaymentMethod,
  /**
   * `open`: the client was sent to the processor's page, and may go on there; nothing was taken yet.
   * `checking`: the processor's answer is not known yet; nobody is asked to pay again meanwhile.
   * `refund_due`: the money was taken beside another payment of the same task, and is owed back.
   * `refunding`: all of it is on its way back.
   * `refunded`: all of it was sent back.
   * `disputed`: the payer's bank claims it back; nothing is charged or refunded until that is decided.
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
  /** Why it is not completed, in words a person understands. */
  reason: z.string().nullable(),
  /** In pence: what of the amount was sent back. */
  refundedAmount: z.number().int(),
  /** Money on account of costs is the client's until it is billed (SRA Accounts Rules 2.1). */
  account: z.enum(['client', 'office']),
  /** Made in the sandbox or in a processor's test mode: no money has moved. */
  isTest: z.boolean(),
  receiptNumber: z.string().nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
})
export type Payment = z.infer<typeof Payment>

/** What the payer's bank claims back. */
export const Dispute = z.strictObject({
  /** In pence. */
  amount: z.number().int(),
  reason: z.string(),
  /** `needs_response`: the firm may answer at the processor until `respondBy`; `under_review`: the bank decides. */
  status: z.enum(['needs_response', 'under_review', 'won', 'lost']),
  respondBy: instant.nullable(),
  openedAt: instant,
})
export type Dispute = z.infer<typeof Dispute>

/** A payment as the firm sees it. */
export const FirmPayment = Payment.extend({
  client: z.strictObject({ id: UserId, firstName: z.string(), lastName: z.string() }),
  /** By which the processor knows the charge. */
  processorReference: z.string().nullable(),
  /** Whose card or bank account it was, where the name on it is not the client's. */
  otherPayer: z.string().nullable(),
  refundedBy: z.string().nullable(),
  refundedAt: instant.nullable(),
  /** On whose page it was paid; null of the sandbox. */
  provider: PaymentProvider.nullable(),
  /** The portal has the processor send it back; otherwise a person does, and notes it here. */
  isRefundedByProcessor: z.boolean(),
  /** Why the last refund did not get there; null where there was none, or it did. */
  refundFailure: z.string().nullable(),
  /** The newest; null where the bank never claimed it back. */
  dispute: Dispute.nullable(),
})
export type FirmPayment = z.infer<typeof FirmPayment>

/** A card number must not come near us, whatever a page does: it would be ours to protect (PCI DSS 3). */
const looksLikeCard = /(?:\d[ -]?){12}/

const payment = z.strictObject({
  taskId: TaskId,
  amount: z.number('Amount is required').int().min(1, 'Amount is required').max(99_999_999),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Please give the currency as three letters'),
  paymentMethod: PaymentMethod,
  /** The page may say what it hopes for; the server decides. */
  status: z.unknown().optional(),
  /** What stands for the card at the processor. Missing in the sandbox means a good test card. */
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
    /** Where the processor has a page of its own, the payment is `open`, and the client goes on there. */
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
  processor: read('/api/payments/processor', {
    output: z.strictObject({
      isSandbox: z.boolean(),
      /** What to choose between, on pages of the processors' own; none in the sandbox, which takes cards in the portal. */
      ways: z.array(WayToPay),
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
      /** The processor is not asked: it was sent some other way. */
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

/** What became of a payment after its receipt was given, a line each. */
export const sinceReceipt = ({ status, refundedAmount }: Pick<Payment, 'status' | 'refundedAmount'>) => [
  ...(refundedAmount > 0 ? [{ name: 'Refunded since', value: formatPounds(refundedAmount) }] : []),
  ...(status === 'disputed' ? [{ name: 'Disputed', value: 'Your bank is looking into this payment' }] : []),
  ...(status === 'charged_back' ? [{ name: 'Charged back', value: 'Your bank took this payment back' }] : []),
]

/** Pays, or may yet turn out to have paid: while there is one, its task is not paid again. */
export const isStanding = ({ status }: Pick<Payment, 'status'>) =>
  status === 'completed' || status === 'checking' || status === 'disputed'

/** Has gone back to the payer, or is on its way there. */
export const isReversed = ({ status }: Pick<Payment, 'status'>) =>
  status === 'refunding' || status === 'refunded' || status === 'charged_back'

/** What the client has begun at the processor's page; they go on with it rather than begin another. */
export const isOpen = ({ status }: Pick<Payment, 'status'>) => status === 'open'

/** No money has moved, and none will. */
export const isRefused = ({ status }: Pick<Payment, 'status'>) => status === 'declined' || status === 'failed'

/** In pence; where a task carries no amount, the pound figure of its description stands, or 0. */
export const amountDue = ({ amount, description }: Pick<Task, 'amount' | 'description'>) =>
  amount ?? poundsIn(description)

/** The three tiles: the sum of completed payments in pence less what was sent back of them, how many they are, and what is still to pay. */
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
