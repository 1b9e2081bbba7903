import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { openOnLoopback } from '#server/testing/loopback.ts'
import { openBankPayouts } from './gocardless-payouts.ts'
import { type BankPayment, openBankRefunds } from './gocardless-refunds.ts'
import { found, newId, type Reply, refusal, refuseUnknown } from './gocardless-replies.ts'

export interface BillingRequest {
  id: string
  status: 'pending' | 'fulfilling' | 'fulfilled' | 'cancelled'
  metadata: Record<string, string>
  payment_request: { amount: number; currency: string; description: string; scheme: string }
  actions: { type: string; required: boolean; status: 'pending' | 'completed' }[]
  links: { customer: string; payment_request_payment?: string }
  resources: { customer_bank_account: { account_holder_name: string } | null }
}

type Body = Record<string, unknown>

/**
 * Stands in for GoCardless's published API (2015-07-06): requires a token, the version and an idempotency key, refuses
 * unknown parameters, makes one object per key, and signs its deliveries. A test pays on its pages as a person would.
 */
export async function openGoCardlessStandIn({ clock }: { clock: () => Date }) {
  const state = {
    token: 'sandbox_standin',
    /** Tokens of other accounts, which see nothing of this one. */
    others: { sandbox_elsewhere: 'CR2' } as Record<string, string>,
    webhookSecret: 'standin-secret',
    mood: 'answers' as 'answers' | 'is down' | 'loses its answer' | 'loses every answer',
    requests: new Map<string, BillingRequest>(),
    payments: new Map<string, BankPayment>(),
    flows: [] as { id: string; checkoutId: string; url: string; body: Body }[],
    verification: 'successful' as 'successful' | 'in_review',
    mayRefund: true,
    /** Earlier deliveries, as its dashboard lists them. */
    webhooks: [] as { id: string; url: string; successful: boolean }[],
    /** Each request as it arrived. */
    received: [] as { question: string; body: Body; idempotencyKey: string | null }[],
  }
  /** Objects by the idempotency key that made them. */
  const made = new Map<string, string>()
  let isLosing = false

  const answer = (request: IncomingMessage, text: string): Reply => {
    const { method = 'GET', url = '/', headers } = request
    const [path = '/', query = ''] = url.split('?')
    const question = `${method} ${path}`
    const key = headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : null
    const body = (text === '' ? {} : JSON.parse(text)) as Body
    state.received.push({ question, body, idempotencyKey })
    const [, shown = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const other = state.others[shown]
    if (other && question === 'GET /creditors')
      return { status: 200, body: { creditors: [{ id: other }], meta: {} } }
    if (other) return refusal(404, 'invalid_api_usage', 'resource_not_found')
    if (shown !== state.token) return refusal(401, 'invalid_api_usage', 'access_token_not_found')
    if (headers['gocardless-version'] !== '2015-07-06')
      return refusal(400, 'invalid_api_usage', 'version_not_found')
    if (method === 'POST' && idempotencyKey === null)
      return refusal(400, 'invalid_api_usage', 'missing_idempotency_key')
    if (state.mood === 'is down') return refusal(500, 'gocardless', 'internal_server_error')
    const reply = once(idempotencyKey, () => replyTo(question, { body, query: new URLSearchParams(query) }))
    if (state.mood === 'loses every answer') return refusal(502, 'gocardless', 'lost')
    if (state.mood !== 'loses its answer') return reply
    isLosing = !isLosing
    return isLosing ? refusal(502, 'gocardless', 'lost') : reply
  }

  const once = (key: string | null, make: () => Reply): Reply => {
    const before = key === null ? undefined : made.get(key)
    if (before !== undefined)
      return refusal(409, 'invalid_state', 'idempotent_creation_conflict', {
        conflicting_resource_id: before,
      })
    const reply = make()
    const [thing] = Object.values(reply.body) as { id?: string }[]
    if (key !== null && reply.status === 201 && thing?.id) made.set(key, thing.id)
    return reply
  }

  const refunds = openBankRefunds({ state })
  const payouts = openBankPayouts({ clock })

  const replyTo = (question: string, { body, query }: { body: Body; query: URLSearchParams }): Reply => {
    if (question === 'POST /billing_requests') return createRequest(body.billing_requests as Body)
    if (question === 'POST /billing_request_flows') return createFlow(body.billing_request_flows as Body)
    const [, id = '', verb] = /^\w+ \/billing_requests\/(\w+)(?:\/actions\/(\w+))?$/.exec(question) ?? []
    if (id) return verb === 'cancel' ? cancelRequest(id) : found('billing_requests', state.requests.get(id))
    if (question.startsWith('GET /payments/'))
      return found('payments', state.payments.get(question.split('/')[2] ?? ''))
    if (question === 'GET /creditors') {
      const creditor = {
        id: 'CR1',
        created_at: '2025-01-02T09:00:00.000Z',
        verification_status: state.verification,
        can_create_refunds: state.mayRefund,
      }
      // Listed newest first.
      const later = { ...creditor, id: 'CR0', created_at: '2026-01-02T09:00:00.000Z' }
      return { status: 200, body: { creditors: [later, creditor], meta: {} } }
    }
    if (question === 'GET /webhooks') return { status: 200, body: { webhooks: state.webhooks, meta: {} } }
    return (
      payouts.replyTo(question, query) ??
      refunds.replyTo(question, { body, query }) ??
      refusal(404, 'invalid_api_usage', 'path_not_found')
    )
  }

  const createRequest = (body: Body): Reply => {
    const wanted = body.payment_request as Body
    const unknown =
      refuseUnknown(body, ['metadata', 'payment_request', 'links']) ??
      refuseUnknown(wanted, ['amount', 'currency', 'description', 'metadata'])
    if (unknown) return unknown
    if (!Number.isInteger(wanted.amount) || wanted.currency !== 'GBP')
      return refusal(422, 'validation_failed', 'is_invalid')
    const request: BillingRequest = {
      id: newId('BRQ'),
      status: 'pending',
      metadata: body.metadata as BillingRequest['metadata'],
      payment_request: { ...(wanted as BillingRequest['payment_request']), scheme: 'faster_payments' },
      actions: [
        { type: 'collect_customer_details', required: true, status: 'pending' },
        { type: 'bank_authorisation', required: true, status: 'pending' },
      ],
      links: { customer: newId('CU') },
      resources: { customer_bank_account: null },
    }
    state.requests.set(request.id, request)
    return { status: 201, body: { billing_requests: request } }
  }

  const flowParameters = ['redirect_uri', 'exit_uri', 'lock_currency', 'prefilled_customer', 'links']
  const createFlow = (body: Body): Reply => {
    const unknown = refuseUnknown(body, flowParameters)
    if (unknown) return unknown
    const { billing_request: checkoutId } = body.links as { billing_request: string }
    if (state.requests.get(checkoutId)?.status !== 'pending')
      return refusal(422, 'invalid_state', 'billing_request_not_pending')
    const id = newId('BRF')
    const url = `https://pay-sandbox.gocardless.com/billing/static/flow?id=${id}`
    state.flows.push({ id, checkoutId, url, body: body })
    const flow = { id, authorisation_url: url, links: { billing_request: checkoutId } }
    return { status: 201, body: { billing_request_flows: flow } }
  }

  const cancelRequest = (id: string): Reply => {
    const request = state.requests.get(id)
    if (request?.status !== 'pending') return refusal(422, 'invalid_state', 'cancellation_failed')
    request.status = 'cancelled'
    return found('billing_requests', request)
  }

  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const reply = answer(request, body)
      response.writeHead(reply.status, { 'content-type': 'application/json', 'x-request-id': newId('RQ') })
      response.end(JSON.stringify(reply.body))
    })
  })
  const { address, close } = await openOnLoopback(server)

  const newest = () => {
    const request = [...state.requests.values()].at(-1)
    if (!request) throw new Error('no page was opened')
    return request
  }

  /** Approves a payment at the payer's bank. Whether the money arrives is known when the payment is settled. */
  const approve = ({ request = newest(), name = 'Amara Okafor', amount }: Paying = {}): BankPayment => {
    const { payment_request: wanted } = request
    const payment: BankPayment = {
      id: newId('PM'),
      amount: amount ?? wanted.amount,
      amount_refunded: 0,
      currency: wanted.currency,
      status: 'submitted',
      created_at: clock().toISOString(),
      scheme: wanted.scheme,
      metadata: request.metadata,
    }
    state.payments.set(payment.id, payment)
    Object.assign(request, {
      status: 'fulfilled',
      actions: request.actions.map((action) => ({ ...action, status: 'completed' })),
      links: { ...request.links, payment_request_payment: payment.id },
      resources: { customer_bank_account: { account_holder_name: name } },
    })
    return payment
  }
  const settle = (payment: BankPayment, status: BankPayment['status']) => Object.assign(payment, { status })
  const pay = (paying: Paying = {}) => settle(approve(paying), 'confirmed')

  /** Returns a delivery as GoCardless posts it: its text, and the header with its signature. */
  const deliveryOf = (events: EventFacts[], secret = state.webhookSecret) => {
    const payload = JSON.stringify({
      events: events.map(({ type, links, id = newId('EV') }) => {
        const [resource = '', action = ''] = type.split('.')
        const details = { origin: 'gocardless', cause: action, description: '' }
        return {
          id,
          created_at: clock().toISOString(),
          resource_type: resource,
          action,
          links,
          details,
          metadata: {},
        }
      }),
      meta: { webhook_id: newId('WB') },
    })
    return sign(payload, secret)
  }
  const sign = (payload: string, secret = state.webhookSecret) => {
    const signature = createHmac('sha256', secret).update(payload).digest('hex')
    return { payload, headers: { 'webhook-signature': signature, 'content-type': 'application/json' } }
  }

  return {
    state,
    url: address,
    newest,
    approve,
    settle,
    pay,
    refunds,
    payouts,
    deliveryOf,
    /** Signs any text like a delivery. */
    sign,
    close,
  }
}

interface Paying {
  request?: BillingRequest
  /** Holder of the account that pays. */
  name?: string
  /** If different from the requested amount. */
  amount?: number
}

interface EventFacts {
  /** Resource and action, such as `payments.confirmed`. */
  type: string
  links: Record<string, string>
  id?: string
}
