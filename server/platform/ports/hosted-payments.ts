import type { PaymentMethod } from '#contract/payments/payments.ts'
import type { PaymentProvider, ProcessorPermission } from '#contract/payments/processor.ts'

/** What another system has sent, as its signature needs it. */
export interface SignedRequest {
  body: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The keys by which a processor with pages of its own knows the firm. */
export interface HostedConnection {
  secretKey: string
  /** What its events are signed with; null until the firm has entered it. */
  webhookSecret: string | null
}

export interface CheckoutOrder {
  /** The payment's id: what is opened twice with one key is one page. */
  key: string
  /** In pence. */
  amount: number
  currency: 'GBP'
  title: string
  /** The client, so that they need not type it again. */
  payer: { firstName: string; lastName: string; email: string }
  /** Where the client comes back to, whether they paid or not. */
  returnUrl: string
  /** After this nothing is to be paid on the page: it closes by itself, or the portal closes it. */
  until: Date
}

/** What was paid on a page, as the processor tells it: whoever settles it compares it with the payment's row. */
export interface HostedCharge {
  key: string | null
  amount: number
  currency: string
  reference: string
  method: PaymentMethod
  payerName: string | null
}

export type CheckoutState =
  | { status: 'open' }
  /** The client has done their part, and the bank has not. */
  | { status: 'checking' }
  /** No money can be taken by it any more: it was closed without a payment, or the bank did not make the payment. */
  | { status: 'over'; why: 'closed' | 'refused' }
  | { status: 'paid'; charge: HostedCharge }

export interface RefundOrder {
  /** The refund's id: what is sent twice with one key is sent back once. */
  key: string
  /** By which the processor knows the charge. */
  reference: string
  /** In pence. */
  amount: number
}

/** Money on its way back, as the processor tells it. */
export interface HostedRefund {
  id: string
  /** Of the order, where the portal has sent it; null of one that was made in the processor's own dashboard. */
  key: string | null
  amount: number
  /** `pending`: on its way, or waiting for the processor's balance. What has arrived may still come back as `failed`. */
  status: 'pending' | 'completed' | 'failed'
  failure: RefundFailure | null
}
export type RefundFailure =
  | 'card_closed'
  | 'declined'
  | 'balance'
  | 'cancelled'
  /** The firm's account may not send any back. */
  | 'not_allowed'
  | 'refused'
  | 'unknown'

/** The payer's bank claims a payment back. */
export interface HostedDispute {
  id: string
  /** In pence. */
  amount: number
  /** In the processor's own word, such as `fraudulent`. */
  reason: string
  /** `needs_response`: the firm may answer with evidence until then; `under_review`: it has, and the bank decides. */
  status: DisputeStatus
  respondBy: Date | null
  openedAt: Date
}
export type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost'

/** What the processor has sent back of one charge, and what is claimed back, as far as it tells. */
export interface Reversals {
  /** The payment's id, as it was given with the page; null of a charge that is not the portal's. */
  key: string | null
  /** In pence, of the charge. */
  received: number
  refunds: HostedRefund[]
  disputes: HostedDispute[]
}

/** What the processor has paid out to the firm's bank, or is about to. */
export interface HostedPayout {
  id: string
  /** In pence. */
  amount: number
  status: 'on_its_way' | 'paid' | 'failed' | 'cancelled'
  /** The processor chose what is in it, and can tell; of one that somebody made by hand it cannot. */
  isAutomatic: boolean
  /** Its lines are all there. */
  isComplete: boolean
  /** YYYY-MM-DD */
  arrivesOn: string
  createdAt: Date
}

/** A movement of the firm's balance at the processor, in pence; what went out is less than nothing. */
export interface HostedPayoutLine {
  id: string
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  gross: number
  fee: number
  net: number
  /** Of the charge it belongs to; otherwise of what it is about. */
  reference: string | null
}

/** A signed event that was believed to be from the processor; about what it says of money it is asked again. */
export interface HostedEvent {
  id: string
  type: string
  isTest: boolean
  /** Of another firm that shares the processor's platform account. */
  isElsewhere: boolean
  subject: EventSubject | null
}

export type EventSubject =
  | { kind: 'checkout'; checkoutId: string; key: string | null }
  /** What was paid, sent back or claimed of a charge. */
  | { kind: 'charge'; reference: string }
  /** Money on its way back, of which the event does not say which charge it is of. */
  | { kind: 'refund'; refundId: string }
  | { kind: 'payout'; payoutId: string }

export interface HostedCheckResult {
  /** The permissions only where they are missing. */
  step: 'key' | 'account' | 'webhook' | ProcessorPermission
  state: 'good' | 'bad' | 'unknown'
  /** Why it is bad or unknown: the key is refused, nothing answers, or something is missing. */
  failure: 'refused' | 'unreachable' | 'missing' | null
}

/** What a processor has paid out to the firm's bank. */
export interface PayoutSource {
  /** Of pounds alone; null where there is none of this id. */
  find: (connection: HostedConnection, payoutId: string) => Promise<HostedPayout | null>
  /** The ids of those made since, the newest first; at most a few hundred. */
  list: (connection: HostedConnection, since: Date) => Promise<string[]>
  listLines: (connection: HostedConnection, payoutId: string) => Promise<HostedPayoutLine[]>
}

/**
 * A payment processor with pages of its own, so that no card comes near the portal. Each call answers within ten
 * seconds, and throws when the answer is not known.
 */
export interface HostedPayments {
  /** What whoever runs the portal has set; then no page changes it. */
  fixed: HostedConnection | null
  /** Which events the processor has to be told to send; none where it sends all of them. */
  events: readonly string[]
  begin: (connection: HostedConnection, order: CheckoutOrder) => Promise<{ checkoutId: string; url: string }>
  find: (connection: HostedConnection, checkoutId: string) => Promise<CheckoutState>
  /** Where a client goes on with a page that is open; throws where it is not. */
  resume: (
    connection: HostedConnection,
    checkoutId: string,
    order: Pick<CheckoutOrder, 'payer' | 'returnUrl'>,
  ) => Promise<string>
  /** Closes a page that nobody is to pay on; throws where it has been paid on. */
  end: (connection: HostedConnection, checkoutId: string) => Promise<void>
  /** Sends money back to where it came from. What the processor will not do is a refund that has `failed`. */
  refund: (connection: HostedConnection, order: RefundOrder) => Promise<HostedRefund>
  /** The charge that a refund is of; null where the processor does not know it. */
  findRefunded: (connection: HostedConnection, refundId: string) => Promise<string | null>
  /** What has become of a charge since it was paid; null where the processor does not know it. */
  findReversals: (connection: HostedConnection, reference: string) => Promise<Reversals | null>
  payouts: PayoutSource
  /** The events of a delivery whose signature and age are right; null of every other. */
  read: (connection: HostedConnection, signed: SignedRequest & { now: Date }) => Promise<HostedEvent[] | null>
  /** Whose account the keys belong to, by the processor's own name for it; null where they may not look. */
  findAccount: (connection: HostedConnection) => Promise<string | null>
  /** Whether it would work, step by step. */
  test: (connection: HostedConnection, webhookUrl: string) => Promise<HostedCheckResult[]>
}

export type HostedProviders = Record<PaymentProvider, HostedPayments>
