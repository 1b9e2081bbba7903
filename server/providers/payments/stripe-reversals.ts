import type Stripe from 'stripe'
import type {
  DisputeStatus,
  HostedDispute,
  HostedRefund,
  RefundFailure,
  RefundOrder,
  Reversals,
} from '#server/platform/ports/hosted-payments.ts'

export const reversalEvents: readonly string[] = [
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
]

/** Returns the PaymentIntent of a charge, a refund or a dispute. */
export function referenceIn(object: object) {
  if (!('payment_intent' in object)) return null
  return typeof object.payment_intent === 'string' ? object.payment_intent : null
}

/**
 * Refunds a charge. The idempotency key makes two requests one refund. The metadata identifies it once Stripe has
 * forgotten the key.
 */
export async function refund(stripe: Stripe, { key, reference, amount }: RefundOrder): Promise<HostedRefund> {
  try {
    return refundOf(
      await stripe.refunds.create(
        { payment_intent: reference, amount, metadata: { refund: key } },
        { idempotencyKey: `refund:${key}` },
      ),
    )
  } catch (error) {
    const failure = await failureOf(error)
    if (failure === null) throw error
    return { id: '', key, amount, status: 'failed', failure }
  }
}

/** Returns why Stripe refuses the refund, or null if it may have made it anyway. */
async function failureOf(error: unknown): Promise<RefundFailure | null> {
  const { errors } = (await import('stripe')).default
  const isKnown =
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripePermissionError ||
    error instanceof errors.StripeAuthenticationError
  if (!isKnown) return null
  return error.code === 'balance_insufficient' || error.code === 'insufficient_funds' ? 'balance' : 'refused'
}

const atOnce = 100

export async function findRefunded(stripe: Stripe, refundId: string): Promise<string | null> {
  return orNull(async () => referenceIn(await stripe.refunds.retrieve(refundId)))
}

/** Always reads the current state, because an event may be older than what the portal knows. */
export async function findReversals(stripe: Stripe, reference: string): Promise<Reversals | null> {
  return orNull(async () => {
    const intent = await stripe.paymentIntents.retrieve(reference)
    const refunds = await stripe.refunds.list({ payment_intent: reference, limit: atOnce })
    const disputes = await stripe.disputes.list({ payment_intent: reference, limit: atOnce })
    return {
      key: intent.metadata.payment ?? null,
      received: intent.amount_received,
      refunds: refunds.data.map(refundOf),
      disputes: disputes.data.map(disputeOf),
    }
  })
}

/** Returns null if Stripe does not know the object. */
async function orNull<T>(look: () => Promise<T>): Promise<T | null> {
  const { errors } = (await import('stripe')).default
  try {
    return await look()
  } catch (error) {
    if (error instanceof errors.StripeInvalidRequestError && error.statusCode === 404) return null
    throw error
  }
}

const refundOf = ({
  id,
  amount,
  status,
  metadata,
  failure_reason: failure,
}: Stripe.Refund): HostedRefund => ({
  id,
  key: metadata?.refund ?? null,
  amount,
  status: statuses[status ?? ''] ?? 'pending',
  failure: status === 'failed' || status === 'canceled' ? reasonOf(status, failure) : null,
})

/** Stripe's other statuses `pending` and `requires_action` mean that it is on its way. */
const statuses: Record<string, HostedRefund['status']> = {
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
}

const reasonOf = (status: string, failure: string | undefined): RefundFailure => {
  if (status === 'canceled' || failure === 'merchant_request') return 'cancelled'
  if (failure === 'lost_or_stolen_card' || failure === 'expired_or_canceled_card') return 'card_closed'
  if (failure === 'insufficient_funds') return 'balance'
  return failure === 'declined' ? 'declined' : 'unknown'
}

const instantOf = (seconds: number) => new Date(seconds * 1000)

const disputeOf = ({ id, amount, reason, status, created, evidence_details: evidence }: Stripe.Dispute) =>
  ({
    id,
    amount,
    reason,
    status: disputeStatuses[status] ?? 'under_review',
    respondBy: evidence.due_by === null ? null : instantOf(evidence.due_by),
    openedAt: instantOf(created),
  }) satisfies HostedDispute

/** An inquiry (`warning`) may become a dispute, so until it is closed nothing may be done with the payment either. */
const disputeStatuses: Record<string, DisputeStatus> = {
  needs_response: 'needs_response',
  warning_needs_response: 'needs_response',
  appeal_needs_response: 'needs_response',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}
