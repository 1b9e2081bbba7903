import type Stripe from 'stripe'
import {
  type Fields,
  found,
  type Intent,
  newId,
  type Reply,
  refusal,
  refuseUnknown,
} from './stripe-replies.ts'

type FormIntent = Intent &
  Pick<
    Stripe.PaymentIntent,
    | 'amount'
    | 'capture_method'
    | 'client_secret'
    | 'currency'
    | 'description'
    | 'last_payment_error'
    | 'livemode'
    | 'payment_method_types'
  >

/** PaymentIntents of the Stripe stand-in, paid in Stripe's own form. A test does what a person would. */
export function openForms({ isTest }: { isTest: () => boolean }) {
  const intents = new Map<string, FormIntent>()

  const create = (fields: Fields): Reply => {
    const unknown = refuseUnknown(fields, parameters)
    if (unknown) return unknown
    const id = newId('pi')
    const intent: FormIntent = {
      id,
      object: 'payment_intent',
      amount: Number(fields.amount),
      amount_received: 0,
      capture_method: 'automatic_async',
      client_secret: `${id}_secret_${newId('x').slice(2)}`,
      currency: String(fields.currency),
      description: String(fields.description),
      last_payment_error: null,
      latest_charge: null,
      livemode: !isTest(),
      metadata: fields.metadata as Stripe.Metadata,
      payment_method_types: ['card'],
      status: 'requires_payment_method',
    }
    intents.set(id, intent)
    return { status: 200, body: intent }
  }

  const cancel = (intent: Intent, reason: unknown): Reply => {
    if (intent.status === 'succeeded' || intent.status === 'processing' || intent.status === 'canceled')
      return refusal(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      })
    Object.assign(intent, { status: 'canceled', cancellation_reason: reason })
    return { status: 200, body: intent }
  }

  const newest = () => {
    const intent = [...intents.values()].at(-1)
    if (!intent) throw new Error('no form was opened')
    return intent
  }
  /** Throws if the form was paid or cancelled. Anyone with its secret may pay otherwise. */
  const confirm = (intent: Intent) => {
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw new Error(`the form is ${intent.status}`)
  }

  return {
    intents,
    newest,
    find: (id: string) => intents.get(id),
    /** Finds the form by the secret that its browser was given. */
    findBySecret: (secret: string) =>
      [...intents.values()].find(({ client_secret: own }) => own === secret) ?? null,
    pay: ({
      intent = newest(),
      name = 'Amara Okafor',
      wallet,
      amount = intent.amount,
    }: PayingInForm = {}) => {
      confirm(intent)
      const charge = {
        id: newId('ch'),
        object: 'charge',
        amount,
        billing_details: { name },
        payment_method_details: { type: 'card', card: { wallet: wallet ? { type: wallet } : null } },
      }
      Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: charge })
      return intent
    },
    /** Declines the card. The form stays open. */
    decline: (intent = newest()) => {
      confirm(intent)
      const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
      return Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
    },
    /** Leaves the payment with the bank, which takes its time. */
    process: (intent = newest()) => {
      confirm(intent)
      return Object.assign(intent, { status: 'processing' })
    },
    /** Returns null for other requests, and for payments that did not begin in a form. */
    replyTo: (question: string, fields: Fields): Reply | null => {
      // A payment that is confirmed at once is not made in a form.
      if (question === 'POST /v1/payment_intents' && !fields.confirm) return create(fields)
      const [, id = '', verb] = /^\w+ \/v1\/payment_intents\/(\w+)(?:\/(cancel))?$/.exec(question) ?? []
      const intent = intents.get(id)
      if (!intent) return null
      if (verb) return cancel(intent, fields.cancellation_reason)
      const isExpanded = Object.values((fields.expand ?? {}) as Fields).includes('latest_charge')
      return found(isExpanded ? intent : withoutCharge(intent))
    },
  }
}

interface PayingInForm {
  intent?: FormIntent
  /** Name on the card. */
  name?: string
  wallet?: 'apple_pay' | 'google_pay'
  /** If different from the requested amount. */
  amount?: number
}

/** Returns the PaymentIntent as Stripe does without expanding its charge. */
export const withoutCharge = (intent: Intent) => {
  const { latest_charge: charge } = intent
  return { ...intent, latest_charge: charge === null || typeof charge === 'string' ? charge : charge.id }
}

/** Parameters of POST /v1/payment_intents for a payment in Stripe's form. */
const parameters = new Set(['allowed_payment_method_types', 'amount', 'currency', 'description', 'metadata'])
