import type Stripe from 'stripe'
import type { CheckoutOrder, CheckoutState, HostedCharge } from '#server/platform/ports/hosted-payments.ts'

/** What Stripe tells of a payment that is made in its form. */
export const formEvents: readonly string[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
]

/** The form is for a PaymentIntent, where a page of Stripe's own is a Checkout Session. */
export const isForm = (checkoutId: string) => checkoutId.startsWith('pi_')

export async function beginForm(stripe: Stripe, order: CheckoutOrder): Promise<string> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: order.amount,
      currency: 'gbp',
      // With cards come the wallets of the device; a bank transfer would be settled days later.
      allowed_payment_method_types: ['card'],
      description: order.title,
      metadata: { payment: order.key },
    },
    { idempotencyKey: `form:${order.key}` },
  )
  return intent.id
}

/** Of whatever was asked for, what was received counts. */
export async function findFormState(stripe: Stripe, id: string): Promise<CheckoutState> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  if (intent.status === 'canceled') return { status: 'over', why: 'closed' }
  if (intent.status === 'processing' || intent.status === 'requires_capture') return { status: 'checking' }
  // A card that was declined leaves the form as it was: another one may be tried.
  if (intent.status !== 'succeeded') return { status: 'open' }
  return {
    status: 'paid',
    charge: {
      key: intent.metadata.payment ?? null,
      amount: intent.amount_received,
      currency: intent.currency.toUpperCase(),
      ...paidBy(intent),
    },
  }
}

export async function endForm(stripe: Stripe, id: string) {
  await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
}

/** Of a payment whose charge is expanded: by what it was paid, and whose that is. */
export function paidBy({
  id,
  latest_charge: charge,
}: Stripe.PaymentIntent): Pick<HostedCharge, 'reference' | 'method' | 'payerName'> {
  const details = charge === null || typeof charge === 'string' ? null : charge
  return {
    reference: id,
    method: methodOf(details?.payment_method_details?.card?.wallet?.type),
    payerName: details?.billing_details.name ?? null,
  }
}

const methodOf = (wallet: string | undefined) =>
  wallet === 'apple_pay' || wallet === 'google_pay' ? wallet : 'card'
