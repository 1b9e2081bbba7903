import type Stripe from 'stripe'
import {
  type Fields,
  found,
  type Intent,
  listOf,
  newId,
  type Reply,
  refusal,
  refuseUnknown,
} from './stripe-replies.ts'

type Dispute = Pick<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'charge'
  | 'created'
  | 'currency'
  | 'evidence_details'
  | 'is_charge_refundable'
  | 'metadata'
  | 'network_reason_code'
  | 'payment_intent'
  | 'reason'
  | 'status'
>

interface Wanted {
  findIntent: (id: string) => Intent | undefined
  /** In seconds. */
  now: () => number
  announce: (type: string, object: object) => void
}

/** Refunds and disputes of the Stripe stand-in. A test does what someone would in a dashboard. */
export function openReversals({ findIntent: findPaid, now, announce }: Wanted) {
  /** Charges made outside the portal. */
  const foreign: Intent[] = []
  const findIntent = (id: string) => foreign.find((intent) => intent.id === id) ?? findPaid(id)
  const refunds: Stripe.Refund[] = []
  const disputes: Dispute[] = []
  const mood = { refunds: 'succeed' as 'succeed' | 'wait' | 'find the balance too low' }

  const leftOf = ({ id, amount_received: received }: Intent) =>
    refunds
      .filter(({ payment_intent, status }) => payment_intent === id && status !== 'failed')
      .reduce((left, { amount }) => left - amount, received)

  /** Refunds a charge, as someone at the firm or the portal. */
  const refund = (
    intent: Intent,
    { amount = leftOf(intent), metadata = {} }: { amount?: number; metadata?: Stripe.Metadata } = {},
  ) => {
    const made: Stripe.Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      balance_transaction: newId('txn'),
      charge: chargeOf(intent),
      created: now(),
      currency: 'gbp',
      customer: null,
      customer_account: null,
      metadata,
      payment_intent: intent.id,
      payment_method: null,
      reason: null,
      receipt_number: null,
      source_transfer_reversal: null,
      status: mood.refunds === 'wait' ? 'pending' : 'succeeded',
      transfer_reversal: null,
    }
    refunds.push(made)
    return made
  }
  /** Sets the outcome of a refund, days later. */
  const settleRefund = (
    made: Stripe.Refund,
    status: 'succeeded' | 'failed' | 'canceled',
    reason = 'unknown',
  ) => Object.assign(made, { status, ...(status === 'failed' && { failure_reason: reason }) })

  const dispute = (intent: Intent, { amount = intent.amount_received, days = 7 } = {}) => {
    const made: Dispute = {
      id: newId('du'),
      object: 'dispute',
      amount,
      charge: chargeOf(intent) ?? '',
      created: now(),
      currency: 'gbp',
      evidence_details: {
        due_by: now() + days * 24 * 3600,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'manual',
      },
      is_charge_refundable: false,
      metadata: {},
      network_reason_code: '10.4',
      payment_intent: intent.id,
      reason: 'fraudulent',
      status: 'needs_response',
    }
    disputes.push(made)
    return made
  }

  const createIntent = ({ amount, payment_method: method }: Fields): Reply => {
    const intent: Intent = {
      id: newId('pi'),
      object: 'payment_intent',
      status: 'succeeded',
      amount_received: Number(amount),
      latest_charge: newId('ch'),
      metadata: {},
    }
    foreign.push(intent)
    // The name of a Stripe test card says what happens to a payment.
    if (String(method).startsWith('pm_card_createDispute'))
      announce('charge.dispute.created', dispute(intent))
    return { status: 200, body: intent }
  }

  const createRefund = (fields: Fields): Reply => {
    const unknown = refuseUnknown(fields, refundParameters)
    if (unknown) return unknown
    const intent = findIntent(String(fields.payment_intent))
    if (!intent) return found(undefined)
    const amount = fields.amount === undefined ? leftOf(intent) : Number(fields.amount)
    const isDisputed = disputes.some(
      ({ payment_intent: id, status }) => id === intent.id && status !== 'won' && status !== 'warning_closed',
    )
    const wrong = (code: string, message: string) =>
      refusal(400, { type: 'invalid_request_error', code, message })
    if (isDisputed) return wrong('charge_disputed', 'Charge has been charged back.')
    if (leftOf(intent) === 0) return wrong('charge_already_refunded', 'Charge has already been refunded.')
    if (amount > leftOf(intent)) return wrong('amount_too_large', 'Refund amount is greater than the charge.')
    if (mood.refunds === 'find the balance too low')
      return wrong('balance_insufficient', 'Insufficient funds in your Stripe balance.')
    const metadata = (fields.metadata ?? {}) as Stripe.Metadata
    const made = refund(intent, { amount, metadata })
    announce('charge.refunded', { id: made.charge, object: 'charge', payment_intent: intent.id })
    return { status: 200, body: made }
  }

  return {
    mood,
    refunds,
    refund,
    settleRefund,
    /** Claims a charge back, as the payer's bank. Evidence is due in `days`. */
    dispute,
    /** Returns null for other requests. */
    replyTo: (question: string, fields: Fields): Reply | null => {
      if (question === 'POST /v1/payment_intents') return createIntent(fields)
      if (question === 'POST /v1/refunds') return createRefund(fields)
      if (question === 'GET /v1/refunds')
        return listOf(refunds.filter(({ payment_intent: id }) => id === fields.payment_intent))
      if (question === 'GET /v1/disputes')
        return listOf(disputes.filter(({ payment_intent: id }) => id === fields.payment_intent))
      const [, id] = /^GET \/v1\/payment_intents\/(\w+)$/.exec(question) ?? []
      if (!id) return null
      const intent = findIntent(id)
      return found(intent && { ...intent, latest_charge: chargeOf(intent) })
    },
  }
}

const chargeOf = ({ latest_charge: charge }: Intent) =>
  charge === null || typeof charge === 'string' ? charge : charge.id

/** Parameters of POST /v1/refunds for a card payment. */
const refundParameters = new Set(['amount', 'metadata', 'payment_intent', 'reason'])
