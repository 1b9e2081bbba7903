import type Stripe from 'stripe'
import { type Fields, found, listOf, newId, type Reply, refusal, refuseUnknown } from './stripe-replies.ts'

export type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_total'
  | 'client_reference_id'
  | 'currency'
  | 'expires_at'
  | 'livemode'
  | 'metadata'
  | 'mode'
  | 'payment_intent'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
>

interface Wanted {
  isTest: () => boolean
  /** In seconds. */
  now: () => number
}

/** Checkout Sessions of the Stripe stand-in, paid on Stripe's own page. A test does what a person would. */
export function openSessions({ isTest, now }: Wanted) {
  const sessions = new Map<string, Session>()
  const intentMetadata = new Map<string, Stripe.Metadata>()

  const createSession = (fields: Fields): Reply => {
    const unknown = refuseUnknown(fields, parameters)
    if (unknown) return unknown
    const until = Number(fields.expires_at)
    if (until < now() + 30 * 60 || until > now() + 24 * 3600)
      return refusal(400, {
        type: 'invalid_request_error',
        message: 'The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.',
      })
    const [item] = Object.values(
      fields.line_items as Record<string, { price_data: Fields; quantity: string }>,
    )
    const id = newId(isTest() ? 'cs_test' : 'cs_live')
    const amount = Number(item?.price_data.unit_amount) * Number(item?.quantity)
    const session: Session = {
      id,
      object: 'checkout.session',
      amount_total: amount,
      currency: String(item?.price_data.currency),
      client_reference_id: String(fields.client_reference_id),
      livemode: !isTest(),
      metadata: fields.metadata as Stripe.Metadata,
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      expires_at: until,
      success_url: String(fields.success_url),
      url: `https://checkout.stripe.com/c/pay/${id}`,
    }
    sessions.set(id, session)
    intentMetadata.set(id, (fields.payment_intent_data as { metadata: Stripe.Metadata }).metadata)
    return { status: 200, body: session }
  }

  const expireSession = (id: string): Reply => {
    const session = sessions.get(id)
    if (session?.status !== 'open')
      return refusal(400, {
        type: 'invalid_request_error',
        message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
      })
    Object.assign(session, { status: 'expired', url: null })
    return { status: 200, body: session }
  }

  const newest = () => {
    const session = [...sessions.values()].at(-1)
    if (!session) throw new Error('no page was opened')
    return session
  }
  /** Pays on the newest page, or on the given one. */
  const pay = ({ session = newest(), name = 'Amara Okafor', wallet, amount }: Paying = {}) => {
    if (session.status !== 'open') throw new Error(`the page is ${session.status}`)
    const received = amount ?? session.amount_total ?? 0
    const charge = {
      id: newId('ch'),
      object: 'charge',
      amount: received,
      billing_details: { name },
      payment_method_details: { type: 'card', card: { wallet: wallet ? { type: wallet } : null } },
    }
    Object.assign(session, {
      status: 'complete',
      payment_status: 'paid',
      url: null,
      amount_total: received,
      payment_intent: {
        id: newId('pi'),
        object: 'payment_intent',
        status: 'succeeded',
        amount_received: received,
        latest_charge: charge,
        metadata: intentMetadata.get(session.id) ?? {},
      },
    })
    return session
  }
  /** Expires a page that nobody has paid on. */
  const expire = (session = newest()) => void expireSession(session.id)

  return {
    all: sessions,
    newest,
    pay,
    expire,
    /** Returns null for other requests. */
    replyTo: (question: string, fields: Fields): Reply | null => {
      if (question === 'POST /v1/checkout/sessions') return createSession(fields)
      if (question === 'GET /v1/checkout/sessions') return listOf([...sessions.values()])
      const [, id, verb] = /^\w+ \/v1\/checkout\/sessions\/(\w+)(?:\/(expire))?$/.exec(question) ?? []
      if (!id) return null
      return verb ? expireSession(id) : found(sessions.get(id))
    },
  }
}

interface Paying {
  session?: Session
  /** Name on the card. */
  name?: string
  wallet?: 'apple_pay' | 'google_pay'
  /** If different from the requested amount. */
  amount?: number
}

/** Returns the payment intent of a page, or null if nobody has paid on it. */
export const intentOf = ({ payment_intent: intent }: Session) =>
  intent === null || typeof intent === 'string' ? null : intent

/** Parameters of POST /v1/checkout/sessions for a payment on Stripe's own page. */
const parameters = new Set([
  'adaptive_pricing',
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'customer_email',
  'expires_at',
  'line_items',
  'metadata',
  'mode',
  'payment_intent_data',
  'success_url',
])
