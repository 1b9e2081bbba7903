import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { openOnLoopback } from '#server/testing/loopback.ts'
import { openForms, withoutCharge } from './stripe-forms.ts'
import { openPayouts } from './stripe-payouts.ts'
import { type Fields, found, listOf, newId, type Reply, refusal, refuseUnknown } from './stripe-replies.ts'
import { openReversals } from './stripe-reversals.ts'

export type Session = Stripe.Checkout.Session

/**
 * Stands in for Stripe's published API (2026-10-28): requires a key, refuses unknown parameters, keeps responses by
 * idempotency key, and signs its events. A test pays on its pages as a person would.
 */
export async function openStripeStandIn({ clock }: { clock: () => Date }) {
  const state = {
    secretKey: 'sk_test_standin',
    /** Keys of other accounts, which see nothing of this one. */
    others: { sk_test_elsewhere: 'acct_2' } as Record<string, string>,
    webhookSecret: 'whsec_standin',
    mood: 'answers' as 'answers' | 'is down' | 'loses its answer' | 'loses every answer' | 'hangs',
    sessions: new Map<string, Session>(),
    webhookEndpoints: [] as Pick<Stripe.WebhookEndpoint, 'id' | 'url' | 'status' | 'enabled_events'>[],
    chargesEnabled: true,
    /** Called for what someone does through Stripe's command line. */
    onEvent: (_type: string, _object: object): void => {},
    /** Requests that a restricted key may not make: "GET /v1/payouts". */
    forbidden: [] as string[],
    /** Each request as it arrived. */
    asked: [] as { method: string; path: string; body: string; idempotencyKey: string | null }[],
  }
  const seconds = () => Math.floor(clock().getTime() / 1000)
  const isTest = () => state.secretKey.includes('_test_')
  const intentMetadata = new Map<string, Stripe.Metadata>()
  const kept = new Map<string, { question: string; reply: Reply }>()

  const answer = (request: IncomingMessage, body: string): Reply => {
    const { method = 'GET', url = '/', headers } = request
    const [path = '/', query = ''] = url.split('?')
    const key = headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : null
    state.asked.push({ method, path, body, idempotencyKey })
    const [, shown = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const other = state.others[shown]
    if (other && `${method} ${path}` === 'GET /v1/account')
      return { status: 200, body: { id: other, object: 'account', charges_enabled: true } }
    if (other) return found(undefined)
    if (shown !== state.secretKey)
      return refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    if (state.mood === 'is down') return refusal(500, { type: 'api_error', message: 'Something went wrong' })
    const question = `${method} ${path} ${body}`
    const before = idempotencyKey === null ? undefined : kept.get(idempotencyKey)
    if (before && before.question !== question)
      return refusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      })
    if (before && state.mood !== 'loses every answer') return before.reply
    const asked = `${method} ${path}`
    if (state.forbidden.includes(asked))
      return refusal(403, { type: 'invalid_request_error', message: 'The provided key lacks a permission.' })
    const isLost = state.mood.startsWith('loses')
    const fields = fieldsOf(method === 'GET' ? query : body)
    const reply =
      before?.reply ??
      forms.replyTo(asked, fields) ??
      reversals.replyTo(asked, fields) ??
      payouts.replyTo(asked, fields) ??
      replyTo(asked, fields)
    if (idempotencyKey !== null && method === 'POST')
      kept.set(idempotencyKey, { question, reply: copy(reply) })
    return isLost ? refusal(502, { type: 'api_error', message: 'lost' }) : reply
  }

  const forms = openForms({ isTest })
  const findIntent = (id: string) =>
    forms.find(id) ??
    [...state.sessions.values()]
      .flatMap((session) => intentOf(session) ?? [])
      .find((intent) => intent.id === id)
  const reversals = openReversals({
    findIntent,
    now: seconds,
    announce: (type, object) => state.onEvent(type, object),
  })
  const payouts = openPayouts({ now: seconds })

  const replyTo = (question: string, fields: Fields): Reply => {
    if (question === 'POST /v1/checkout/sessions') return createSession(fields)
    const [, id, verb] = /^\w+ \/v1\/checkout\/sessions\/(\w+)(?:\/(expire))?$/.exec(question) ?? []
    if (id) return verb ? expireSession(id) : found(state.sessions.get(id))
    if (question === 'GET /v1/checkout/sessions') return listOf([...state.sessions.values()])
    if (question === 'GET /v1/account')
      return { status: 200, body: { id: 'acct_1', object: 'account', charges_enabled: state.chargesEnabled } }
    if (question === 'GET /v1/webhook_endpoints') return listOf(state.webhookEndpoints)
    return refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${question})` })
  }

  const createSession = (fields: Fields): Reply => {
    const unknown = refuseUnknown(fields, parameters)
    if (unknown) return unknown
    const until = Number(fields.expires_at)
    if (until < seconds() + 30 * 60 || until > seconds() + 24 * 3600)
      return refusal(400, {
        type: 'invalid_request_error',
        message: 'The `expires_at` timestamp must be between 30 minutes and 24 hours from creation.',
      })
    const [item] = Object.values(
      fields.line_items as Record<string, { price_data: Fields; quantity: string }>,
    )
    const id = newId(isTest() ? 'cs_test' : 'cs_live')
    const amount = Number(item?.price_data.unit_amount) * Number(item?.quantity)
    const session = {
      id,
      object: 'checkout.session',
      amount_total: amount,
      currency: String(item?.price_data.currency),
      client_reference_id: String(fields.client_reference_id),
      livemode: !isTest(),
      metadata: fields.metadata,
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      expires_at: until,
      success_url: String(fields.success_url),
      url: `https://checkout.stripe.com/c/pay/${id}`,
    } as unknown as Session
    state.sessions.set(id, session)
    intentMetadata.set(id, (fields.payment_intent_data as { metadata: Stripe.Metadata }).metadata)
    return { status: 200, body: session }
  }

  const expireSession = (id: string): Reply => {
    const session = state.sessions.get(id)
    if (session?.status !== 'open')
      return refusal(400, {
        type: 'invalid_request_error',
        message: 'Only Checkout Sessions with a status in ["open"] can be expired.',
      })
    Object.assign(session, { status: 'expired', url: null })
    return { status: 200, body: session }
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const reply = answer(request, body)
      // The request was carried out, but there is no response.
      if (state.mood !== 'hangs') send(response, reply)
    })
  })
  const { address, close } = await openOnLoopback(server)

  const theOnly = () => {
    const session = [...state.sessions.values()].at(-1)
    if (!session) throw new Error('no page was opened')
    return session
  }
  /** Pays on the newest page, or on the given one. */
  const pay = ({ session = theOnly(), name = 'Amara Okafor', wallet, amount }: Paying = {}) => {
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
  const expire = (session = theOnly()) => void expireSession(session.id)

  /** Returns an event as Stripe posts it: its text, and the header with its signature. */
  const eventOf = (type: string, object: object = theOnly(), { at = clock(), ...facts }: EventFacts = {}) => {
    const timestamp = Math.floor(at.getTime() / 1000)
    const payload = JSON.stringify({
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: timestamp,
      livemode: !isTest(),
      type,
      data: { object: unexpanded(object) },
      ...facts,
    })
    const header = Stripe.webhooks?.generateTestHeaderString({
      payload,
      secret: state.webhookSecret,
      timestamp,
    })
    return { payload, headers: { 'stripe-signature': header ?? '', 'content-type': 'application/json' } }
  }

  return {
    state,
    url: address,
    pay,
    expire,
    eventOf,
    newest: theOnly,
    forms,
    reversals,
    payouts,
    /** Forgets idempotency keys, as Stripe does after a day. */
    forgetKeys: () => kept.clear(),
    /** Returns the payment intent of a paid page. */
    intentOf: (session = theOnly()) => {
      const intent = intentOf(session)
      if (!intent) throw new Error('the page was not paid on')
      return intent
    },
    close,
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

interface EventFacts {
  /** When it was signed. */
  at?: Date
  id?: string
  account?: string
  livemode?: boolean
}

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

const copy = ({ status, body }: Reply): Reply => ({ status, body: structuredClone(body) })

const intentOf = ({ payment_intent: intent }: Session) =>
  intent === null || typeof intent === 'string' ? null : intent

/** Objects in an event are not expanded. */
const unexpanded = (object: object) => {
  if ('latest_charge' in object) return withoutCharge(object as Stripe.PaymentIntent)
  if (!('payment_intent' in object)) return object
  const { payment_intent: intent } = object as Pick<Session, 'payment_intent'>
  return { ...object, payment_intent: typeof intent === 'string' ? intent : (intent?.id ?? null) }
}

/** `a[b][0]=c` → { a: { b: { 0: 'c' } } } */
const fieldsOf = (body: string) => {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let at = fields
    for (const part of path.slice(0, -1)) {
      at[part] ??= {}
      at = at[part] as Fields
    }
    at[path.at(-1) ?? name] = value
  }
  return fields
}

const send = (response: ServerResponse, { status, body }: Reply) => {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
  response.end(JSON.stringify(body))
}
