import type Stripe from 'stripe'
import type { CheckoutOrder, CheckoutState, HostedCharge } from '#server/platform/ports/hosted-payments.ts'

/** Stripe's events about a payment in its form. */
export const formEvents: readonly string[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
]

/** Returns whether a checkout is a form. A form has a PaymentIntent, and Stripe's own page a Checkout Session. */
export const isForm = (checkoutId: string) => checkoutId.startsWith('pi_')

export async function beginForm(stripe: Stripe, order: CheckoutOrder): Promise<string> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: order.amount,
      currency: 'gbp',
      // Cards include the device's wallets. A bank transfer would take days to settle.
      allowed_payment_method_types: ['card'],
      description: order.title,
      metadata: { payment: order.key },
    },
    { idempotencyKey: `form:${order.key}` },
  )
  return intent.id
}

/** Returns the state of the payment. The amount received counts, whatever amount was requested. */
export async function findFormState(stripe: Stripe, id: string): Promise<CheckoutState> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  if (intent.status === 'canceled') return { status: 'over', why: 'closed' }
  if (intent.status === 'processing' || intent.status === 'requires_capture') return { status: 'checking' }
  // After a declined card, the form stays open for another one.
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

/** Returns how a payment was made and by whom. Its charge has to be expanded. */
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
