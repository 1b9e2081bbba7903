import type Stripe from 'stripe'
import type { HostedPayout, HostedPayoutLine } from '#server/platform/ports/hosted-payments.ts'
import { referenceIn } from './stripe-reversals.ts'

export const payoutEvents: readonly string[] = [
  'payout.paid',
  'payout.failed',
  'payout.reconciliation_completed',
]

const atOnce = 100
/** Most payouts listed. A firm that is paid out daily has thirty a month. */
const most = 300
/** Most lines of one payout. */
const mostLines = 10_000

export async function findPayout(stripe: Stripe, payoutId: string): Promise<HostedPayout | null> {
  const { errors } = (await import('stripe')).default
  try {
    const payout = await stripe.payouts.retrieve(payoutId)
    return payout.currency === 'gbp' ? payoutOf(payout) : null
  } catch (error) {
    if (error instanceof errors.StripeInvalidRequestError && error.statusCode === 404) return null
    throw error
  }
}

export async function listPayouts(stripe: Stripe, since: Date) {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const payouts = await stripe.payouts.list({ created, limit: atOnce }).autoPagingToArray({ limit: most })
  return payouts.map(({ id }) => id)
}

/** Leaves out the payout itself, which is also a movement of the balance. */
export async function listPayoutLines(stripe: Stripe, payoutId: string) {
  const movements = await stripe.balanceTransactions
    .list({ payout: payoutId, limit: atOnce, expand: ['data.source'] })
    .autoPagingToArray({ limit: mostLines })
  return movements.filter(({ type }) => type !== 'payout').map(lineOf)
}

const statuses: Record<string, HostedPayout['status']> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
}

const payoutOf = ({
  id,
  amount,
  status,
  automatic,
  reconciliation_status: reconciliation,
  arrival_date: arrival,
  created,
}: Stripe.Payout): HostedPayout => ({
  id,
  amount,
  status: statuses[status] ?? 'on_its_way',
  isAutomatic: automatic,
  isComplete: reconciliation === 'completed',
  // Stripe gives midnight UTC of that day.
  arrivesOn: new Date(arrival * 1000).toISOString().slice(0, 10),
  createdAt: new Date(created * 1000),
})

/** Stripe's reporting categories. The others belong to the balance itself, such as reserves. */
const kinds: Record<string, HostedPayoutLine['kind']> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  charge_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
}

const lineOf = ({
  id,
  amount,
  fee,
  net,
  reporting_category: category,
  source,
}: Stripe.BalanceTransaction): HostedPayoutLine => ({
  id,
  kind: kinds[category] ?? 'other',
  gross: amount,
  fee,
  net,
  reference: source === null || typeof source === 'string' ? source : (referenceIn(source) ?? source.id),
})
