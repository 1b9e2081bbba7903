import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { openOnLoopback } from '#server/testing/loopback.ts'
import { openForms, withoutCharge } from './stripe-forms.ts'
import { openPayouts } from './stripe-payouts.ts'
import { type Fields, found, type Intent, listOf, newId, type Reply, refusal } from './stripe-replies.ts'
import { openReversals } from './stripe-reversals.ts'
import { intentOf, openSessions, type Session } from './stripe-sessions.ts'

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
    mood: 'answers' as
      | 'answers'
      | 'is down'
      | 'loses its answer'
      | 'loses every answer'
      | 'hangs'
      | 'never ends its answer'
      | 'answers at great length',
    webhookEndpoints: [] as Pick<Stripe.WebhookEndpoint, 'id' | 'url' | 'status' | 'enabled_events'>[],
    chargesEnabled: true,
    /** Called for what someone does through Stripe's command line. */
    onEvent: (_type: string, _object: object): void => {},
    /** Requests that a restricted key may not make: "GET /v1/payouts". */
    forbidden: [] as string[],
    /** Each request as it arrived. */
    requests: [] as { method: string; path: string; body: string; idempotencyKey: string | null }[],
  }
  const seconds = () => Math.floor(clock().getTime() / 1000)
  const isTest = () => state.secretKey.includes('_test_')
  const kept = new Map<string, { question: string; reply: Reply }>()

  const answer = (request: IncomingMessage, body: string): Reply => {
    const { method = 'GET', url = '/', headers } = request
    const [path = '/', query = ''] = url.split('?')
    const key = headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : null
    state.requests.push({ method, path, body, idempotencyKey })
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
    const endpoint = `${method} ${path}`
    if (state.forbidden.includes(endpoint))
      return refusal(403, { type: 'invalid_request_error', message: 'The provided key lacks a permission.' })
    const isLost = state.mood.startsWith('loses')
    const fields = fieldsOf(method === 'GET' ? query : body)
    const reply =
      before?.reply ??
      sessions.replyTo(endpoint, fields) ??
      forms.replyTo(endpoint, fields) ??
      reversals.replyTo(endpoint, fields) ??
      payouts.replyTo(endpoint, fields) ??
      replyTo(endpoint)
    if (idempotencyKey !== null && method === 'POST')
      kept.set(idempotencyKey, { question, reply: copy(reply) })
    return isLost ? refusal(502, { type: 'api_error', message: 'lost' }) : reply
  }

  const sessions = openSessions({ isTest, now: seconds })
  const forms = openForms({ isTest })
  const findIntent = (id: string) =>
    forms.find(id) ??
    [...sessions.all.values()]
      .flatMap((session) => intentOf(session) ?? [])
      .find((intent) => intent.id === id)
  const reversals = openReversals({
    findIntent,
    now: seconds,
    announce: (type, object) => state.onEvent(type, object),
  })
  const payouts = openPayouts({ now: seconds })

  const replyTo = (question: string): Reply => {
    if (question === 'GET /v1/account')
      return { status: 200, body: { id: 'acct_1', object: 'account', charges_enabled: state.chargesEnabled } }
    if (question === 'GET /v1/webhook_endpoints') return listOf(state.webhookEndpoints)
    return refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${question})` })
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const reply = answer(request, body)
      // The request was carried out, but there is no response.
      if (state.mood === 'hangs') return
      if (state.mood === 'never ends its answer') return neverEnd(response)
      return send(response, reply, state.mood === 'answers at great length' ? manySpaces : '')
    })
  })
  const { address, close } = await openOnLoopback(server)

  /** Returns an event as Stripe posts it: its text, and the header with its signature. */
  const eventOf = (
    type: string,
    object: object = sessions.newest(),
    { at = clock(), ...facts }: EventFacts = {},
  ) => {
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
    sessions: sessions.all,
    pay: sessions.pay,
    expire: sessions.expire,
    newest: sessions.newest,
    eventOf,
    forms,
    reversals,
    payouts,
    /** Forgets idempotency keys, as Stripe does after a day. */
    forgetKeys: () => kept.clear(),
    /** Returns the payment intent of a paid page. */
    intentOf: (session = sessions.newest()) => {
      const intent = intentOf(session)
      if (!intent) throw new Error('the page was not paid on')
      return intent
    },
    close,
  }
}

interface EventFacts {
  /** When it was signed. */
  at?: Date
  id?: string
  account?: string
  livemode?: boolean
}

const copy = ({ status, body }: Reply): Reply => ({ status, body: structuredClone(body) })

/** Objects in an event are not expanded. */
const unexpanded = (object: object) => {
  if ('latest_charge' in object) return withoutCharge(object as Intent)
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

/** White space, which JSON may begin with. */
const manySpaces = ' '.repeat(8 * 1024 * 1024)

const headers = { 'content-type': 'application/json' }

const send = (response: ServerResponse, { status, body }: Reply, before: string) => {
  response.writeHead(status, { ...headers, 'request-id': newId('req') })
  response.end(before + JSON.stringify(body))
}

/** Sends a little again and again, so that the connection is never idle. */
const neverEnd = (response: ServerResponse) => {
  response.writeHead(200, headers)
  const timer = setInterval(() => response.write(' '), 100)
  response.on('close', () => clearInterval(timer))
}
