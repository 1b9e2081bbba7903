import type { PaymentMethod } from '#contract/payments/payments.ts'
import type { PaymentProvider, ProcessorPermission } from '#contract/payments/processor.ts'

/** A request of another system, as needed to check its signature. */
export interface SignedRequest {
  body: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The keys of the firm's account at a processor that hosts the payment pages. */
export interface HostedConnection {
  secretKey: string
  /** The secret that its events are signed with. Null until the firm has entered it. */
  webhookSecret: string | null
  /** Missing where the processor has no form for a page of the portal, or the firm has not set it up. */
  form?: {
    /** What the form knows the firm by; no secret. */
    publishableKey: string
    /** Payments begin in it, and no longer on the processor's own page. */
    isUsed: boolean
  }
}

export interface CheckoutOrder {
  /** The payment's id. Opening a page twice with one key gives one page. */
  key: string
  /** In pence. */
  amount: number
  currency: 'GBP'
  title: string
  /** The client, so that they need not type this again. */
  payer: { firstName: string; lastName: string; email: string }
  /** Where the client returns to, whether they paid or not. */
  returnUrl: string
  /** The page of the portal on which the processor's form would stand. */
  formUrl: string
  /** The page takes no payment after this. It closes by itself, or the portal closes it. */
  until: Date
}

/** What was paid on a page, according to the processor. Compared with the payment's row before it is settled. */
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
  /** The client has paid, and the bank has not confirmed yet. */
  | { status: 'checking' }
  /** The page can take no more money: it was closed without a payment, or the bank refused the payment. */
  | { status: 'over'; why: 'closed' | 'refused' }
  | { status: 'paid'; charge: HostedCharge }

export interface RefundOrder {
  /** The refund's id. Sending it twice with one key refunds once. */
  key: string
  /** The processor's id of the charge. */
  reference: string
  /** In pence. */
  amount: number
}

/** A refund, according to the processor. */
export interface HostedRefund {
  id: string
  /** The key of the order, if the portal sent it. Null if the refund was made in the processor's own dashboard. */
  key: string | null
  amount: number
  /** `pending`: on its way, or waiting for the processor's balance. A completed refund may still become `failed`. */
  status: 'pending' | 'completed' | 'failed'
  failure: RefundFailure | null
}
export type RefundFailure =
  | 'card_closed'
  | 'declined'
  | 'balance'
  | 'cancelled'
  /** The firm's account is not allowed to refund. */
  | 'not_allowed'
  | 'refused'
  | 'unknown'

/** A payment that the payer's bank claims back. */
export interface HostedDispute {
  id: string
  /** In pence. */
  amount: number
  /** The processor's own word, such as `fraudulent`. */
  reason: string
  /** `needs_response`: the firm may send evidence until `respondBy`. `under_review`: it has, and the bank decides. */
  status: DisputeStatus
  respondBy: Date | null
  openedAt: Date
}
export type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost'

/** Refunds and disputes of one charge, as far as the processor reports them. */
export interface Reversals {
  /** The payment's id, as given when the page was opened. Null if the charge is not the portal's. */
  key: string | null
  /** What the charge received, in pence. */
  received: number
  refunds: HostedRefund[]
  disputes: HostedDispute[]
}

/** A payout to the firm's bank, made or planned. */
export interface HostedPayout {
  id: string
  /** In pence. */
  amount: number
  status: 'on_its_way' | 'paid' | 'failed' | 'cancelled'
  /** True if the processor chose the payout's content and can list it. It cannot list that of a manual payout. */
  isAutomatic: boolean
  /** True if all its lines are there. */
  isComplete: boolean
  /** YYYY-MM-DD */
  arrivesOn: string
  createdAt: Date
}

/** A movement of the firm's balance at the processor, in pence. Outgoing amounts are negative. */
export interface HostedPayoutLine {
  id: string
  kind: 'payment' | 'refund' | 'dispute' | 'fee' | 'other'
  gross: number
  fee: number
  net: number
  /** The charge it belongs to, otherwise the object it is about. */
  reference: string | null
}

/** A signed event of the processor. Its amounts are not trusted: the processor is asked again. */
export interface HostedEvent {
  id: string
  type: string
  isTest: boolean
  /** True if the event is for another firm that shares the processor's platform account. */
  isElsewhere: boolean
  subject: EventSubject | null
}

export type EventSubject =
  | { kind: 'checkout'; checkoutId: string; key: string | null }
  /** A payment, refund or dispute of a charge. */
  | { kind: 'charge'; reference: string }
  /** A refund whose event does not name the charge. */
  | { kind: 'refund'; refundId: string }
  | { kind: 'payout'; payoutId: string }

export interface HostedCheckResult {
  /** A permission only if it is missing. */
  step: 'key' | 'account' | 'webhook' | ProcessorPermission
  state: 'good' | 'bad' | 'unknown'
  /** Why it is bad or unknown: the key is refused, nothing responds, or something is missing. */
  failure: 'refused' | 'unreachable' | 'missing' | null
}

/** The processor's own form for cards on a page of the portal: what is typed there goes to the processor alone. */
export interface PaymentForms {
  /** Whether a payment was begun in the form, and not on the processor's page. */
  owns: (checkoutId: string) => boolean
  /** Events that the processor has to be told to send besides, where the form is used. */
  events: readonly string[]
  /** What lets the client's browser pay: never kept, and never written to a log. */
  findClientSecret: (connection: HostedConnection, checkoutId: string) => Promise<string>
}

/** The processor's payouts to the firm's bank. */
export interface PayoutSource {
  /** Finds a payout in pounds. Null if there is none with this id. */
  find: (connection: HostedConnection, payoutId: string) => Promise<HostedPayout | null>
  /** Returns the ids of payouts made since then, newest first, at most a few hundred. */
  list: (connection: HostedConnection, since: Date) => Promise<string[]>
  listLines: (connection: HostedConnection, payoutId: string) => Promise<HostedPayoutLine[]>
}

/**
 * A payment processor that hosts the payment pages, so that no card data reaches the portal. Each call returns within
 * ten seconds, and throws if the outcome is not known.
 */
export interface HostedPayments {
  /** The connection that the operator has set, which no page can change. */
  fixed: HostedConnection | null
  /** The events that the processor must be told to send. Empty if it sends all of them. */
  events: readonly string[]
  /** Null where it has none. */
  forms: PaymentForms | null
  begin: (connection: HostedConnection, order: CheckoutOrder) => Promise<{ checkoutId: string; url: string }>
  find: (connection: HostedConnection, checkoutId: string) => Promise<CheckoutState>
  /** Returns the address of an open page. Throws if the page is not open. */
  resume: (
    connection: HostedConnection,
    checkoutId: string,
    order: Pick<CheckoutOrder, 'payer' | 'returnUrl' | 'formUrl'>,
  ) => Promise<string>
  /** Closes a page that should not be paid. Throws if it has been paid. */
  end: (connection: HostedConnection, checkoutId: string) => Promise<void>
  /** Refunds money to where it came from. A refund that the processor refuses is returned as `failed`. */
  refund: (connection: HostedConnection, order: RefundOrder) => Promise<HostedRefund>
  /** Returns the charge of a refund, or null if the processor does not know the refund. */
  findRefunded: (connection: HostedConnection, refundId: string) => Promise<string | null>
  /** Returns what happened to a charge after payment, or null if the processor does not know it. */
  findReversals: (connection: HostedConnection, reference: string) => Promise<Reversals | null>
  payouts: PayoutSource
  /** Returns the events of a delivery, or null if its signature or age is wrong. */
  read: (connection: HostedConnection, signed: SignedRequest & { now: Date }) => Promise<HostedEvent[] | null>
  /** Returns the processor's name for the keys' account, or null if the keys may not read it. */
  findAccount: (connection: HostedConnection) => Promise<string | null>
  /** Tests the connection step by step. */
  test: (connection: HostedConnection, webhookUrl: string) => Promise<HostedCheckResult[]>
}

export type HostedProviders = Record<PaymentProvider, HostedPayments>
