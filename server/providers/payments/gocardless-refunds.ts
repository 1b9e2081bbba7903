import { z } from 'zod'
import type {
  HostedDispute,
  HostedRefund,
  RefundFailure,
  RefundOrder,
  Reversals,
} from '#server/platform/ports/hosted-payments.ts'
import { type Ask, bodyOf, type Refusal } from './gocardless-api.ts'

const metadata = z.record(z.string(), z.string()).nullish()

export const Payment = z.looseObject({
  id: z.string(),
  /** In pence. */
  amount: z.number().int(),
  amount_refunded: z.number().int().catch(0),
  currency: z.string(),
  status: z.string(),
  created_at: z.string(),
  metadata,
})
export type Payment = z.infer<typeof Payment>
export const onePayment = z.looseObject({ payments: Payment })

const Refund = z.looseObject({
  id: z.string(),
  amount: z.number().int(),
  status: z.string().nullish(),
  metadata,
  links: z.looseObject({ payment: z.string().nullish() }).catch({}),
})
type Refund = z.infer<typeof Refund>
const oneRefund = z.looseObject({ refunds: Refund })
const manyRefunds = z.looseObject({ refunds: z.array(Refund) })

/** More refunds than any payment has. GoCardless lists at most 500. */
const atOnce = 500

/**
 * Refunds a payment. The idempotency key makes two requests one refund. The metadata identifies it once GoCardless has
 * forgotten the key.
 */
export async function refund(ask: Ask, { key, reference, amount }: RefundOrder): Promise<HostedRefund> {
  const payment = await findPayment(ask, reference)
  if (payment === null) return refusedAs(key, amount, 'refused')
  const findMade = async () =>
    (await listRefunds(ask, reference)).find((earlier) => earlier.metadata?.refund === key)
  const known = await findMade()
  if (known) return refundOf(known)
  const answer = await ask({
    method: 'POST',
    path: '/refunds',
    key: `refund:${key}`,
    shape: oneRefund,
    body: {
      refunds: {
        amount,
        // Makes GoCardless refuse if someone refunds in its dashboard at the same time.
        total_amount_confirmation: payment.amount_refunded + amount,
        metadata: { refund: key },
        links: { payment: reference },
      },
    },
  })
  if ('body' in answer) return refundOf(answer.body.refunds)
  // Another node has made the refund with this key meanwhile, so that one counts.
  const made = await findMade()
  if (made) return refundOf(made)
  if (answer.refusal.conflicting) throw new Error('The refund of this key is not listed yet.')
  return refusedAs(key, amount, failureOf(answer.refusal))
}

const refusedAs = (key: string, amount: number, failure: RefundFailure): HostedRefund => ({
  id: '',
  key,
  amount,
  status: 'failed',
  failure,
})

const failureOf = ({ status, reasons }: Refusal): RefundFailure => {
  if (status === 401 || status === 403) return 'not_allowed'
  return reasons.includes('available_refund_amount_insufficient') ? 'balance' : 'refused'
}

async function findPayment(ask: Ask, reference: string): Promise<Payment | null> {
  const answer = await ask({ path: `/payments/${encodeURIComponent(reference)}`, shape: onePayment })
  if ('refusal' in answer && answer.refusal.status === 404) return null
  return bodyOf(answer).payments
}

const listRefunds = async (ask: Ask, reference: string) =>
  bodyOf(
    await ask({
      path: `/refunds?payment=${encodeURIComponent(reference)}&limit=${atOnce}`,
      shape: manyRefunds,
    }),
  ).refunds

export async function findRefunded(ask: Ask, refundId: string): Promise<string | null> {
  const answer = await ask({ path: `/refunds/${encodeURIComponent(refundId)}`, shape: oneRefund })
  if ('refusal' in answer && answer.refusal.status === 404) return null
  return bodyOf(answer).refunds.links.payment ?? null
}

/** Always reads the current state, because an event may be older than what the portal knows. */
export async function findReversals(ask: Ask, reference: string): Promise<Reversals | null> {
  const payment = await findPayment(ask, reference)
  if (payment === null) return null
  const refunds = await listRefunds(ask, reference)
  return {
    key: payment.metadata?.payment ?? null,
    received: payment.amount,
    refunds: refunds.map(refundOf),
    disputes: payment.status === 'charged_back' ? [chargeback(payment)] : [],
  }
}

const refundOf = ({ id, amount, status, metadata: marks }: Refund): HostedRefund => {
  const failure = failures[status ?? ''] ?? null
  return {
    id,
    key: marks?.refund ?? null,
    amount,
    status: failure ? 'failed' : status === 'paid' ? 'completed' : 'pending',
    failure,
  }
}

/** GoCardless's other statuses `created`, `pending_submission` and `submitted` mean that it is on its way. */
const failures: Record<string, RefundFailure> = {
  cancelled: 'cancelled',
  bounced: 'declined',
  funds_returned: 'declined',
}

/** The payer's bank has already decided it, without asking anyone. Its date is not known. */
const chargeback = ({ id, amount, created_at: createdAt }: Payment): HostedDispute => ({
  id,
  amount,
  reason: 'charged_back',
  status: 'lost',
  respondBy: null,
  openedAt: new Date(createdAt),
})
