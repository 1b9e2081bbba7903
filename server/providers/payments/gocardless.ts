import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isTestKey } from '#contract/payments/processor.ts'
import type {
  CheckoutOrder,
  CheckoutState,
  EventSubject,
  HostedCheckResult,
  HostedConnection,
  HostedEvent,
  HostedPayments,
  SignedRequest,
} from '#server/platform/ports/hosted-payments.ts'
import { type Ask, askerOf, bodyOf } from './gocardless-api.ts'
import { payoutsBy } from './gocardless-payouts.ts'
import { findRefunded, findReversals, onePayment, Payment, refund } from './gocardless-refunds.ts'

const BillingRequest = z.looseObject({
  id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  actions: z.array(z.looseObject({ type: z.string(), status: z.string() })).catch([]),
  links: z.looseObject({ payment_request_payment: z.string().nullish() }).catch({}),
  resources: z
    .looseObject({
      customer_bank_account: z.looseObject({ account_holder_name: z.string().nullish() }).nullish(),
    })
    .nullish(),
})
type BillingRequest = z.infer<typeof BillingRequest>
const oneRequest = z.looseObject({ billing_requests: BillingRequest })
const oneFlow = z.looseObject({
  billing_request_flows: z.looseObject({ authorisation_url: z.url({ protocol: /^https$/ }) }),
})

interface Wanted {
  connection: HostedConnection | null
  /** Another address of the API. Null for GoCardless's own. */
  apiBase: string | null
}

/** GoCardless's hosted page for an instant bank payment, which the payer approves at their own bank. */
export function openGoCardless({ connection: fixed, apiBase }: Wanted): HostedPayments {
  const askBy = (connection: HostedConnection) => askerOf(connection, apiBase)
  return {
    fixed,
    // GoCardless sends every event to a webhook endpoint.
    events: [],
    forms: null,
    begin: async (connection, order) => {
      const ask = askBy(connection)
      const { id } = await makeRequest(ask, order)
      return { checkoutId: id, url: await openFlow(ask, id, order) }
    },
    find: async (connection, checkoutId) => {
      const ask = askBy(connection)
      return stateOf(ask, await readRequest(ask, checkoutId))
    },
    resume: (connection, checkoutId, order) => openFlow(askBy(connection), checkoutId, order),
    end: async (connection, checkoutId) => {
      const path = `/billing_requests/${encodeURIComponent(checkoutId)}/actions/cancel`
      bodyOf(await askBy(connection)({ method: 'POST', path, body: {}, shape: oneRequest }))
    },
    refund: (connection, order) => refund(askBy(connection), order),
    findRefunded: (connection, refundId) => findRefunded(askBy(connection), refundId),
    findReversals: (connection, reference) => findReversals(askBy(connection), reference),
    payouts: payoutsBy(askBy),
    read: async (connection, signed) => eventsIn(connection, signed),
    findAccount: (connection) => findAccount(askBy(connection)),
    test: async (connection, webhookUrl) => testToken(askBy(connection), { connection, webhookUrl }),
  }
}

async function makeRequest(ask: Ask, { key, amount, currency, title }: CheckoutOrder) {
  const metadata = { payment: key }
  const answer = await ask({
    method: 'POST',
    path: '/billing_requests',
    key: `payment:${key}`,
    shape: oneRequest,
    body: {
      billing_requests: {
        // Without a mandate, only this one payment can ever be collected.
        payment_request: { amount, currency, description: title.slice(0, 255), metadata },
        metadata,
      },
    },
  })
  if ('refusal' in answer && answer.refusal.conflicting) return readRequest(ask, answer.refusal.conflicting)
  return bodyOf(answer).billing_requests
}

const readRequest = async (ask: Ask, id: string) =>
  bodyOf(await ask({ path: `/billing_requests/${encodeURIComponent(id)}`, shape: oneRequest }))
    .billing_requests

/** Returns a new address each time. A billing request is paid once, however many addresses lead to it. */
async function openFlow(
  ask: Ask,
  checkoutId: string,
  { payer, returnUrl }: Pick<CheckoutOrder, 'payer' | 'returnUrl'>,
) {
  const answer = await ask({
    method: 'POST',
    path: '/billing_request_flows',
    shape: oneFlow,
    body: {
      billing_request_flows: {
        redirect_uri: returnUrl,
        exit_uri: returnUrl,
        // The amount is due in pounds.
        lock_currency: true,
        prefilled_customer: {
          email: payer.email,
          given_name: payer.firstName,
          family_name: payer.lastName,
        },
        links: { billing_request: checkoutId },
      },
    },
  })
  return bodyOf(answer).billing_request_flows.authorisation_url
}

async function stateOf(ask: Ask, request: BillingRequest): Promise<CheckoutState> {
  const paymentId = request.links.payment_request_payment
  if (paymentId) {
    const path = `/payments/${encodeURIComponent(paymentId)}`
    return paidState(request, bodyOf(await ask({ path, shape: onePayment })).payments)
  }
  if (request.status === 'cancelled') return { status: 'over', why: 'closed' }
  // Once the bank has approved it, money may be on its way, whatever the status of the request.
  const isApproved = request.actions.some(
    ({ type, status }) => type === 'bank_authorisation' && status === 'completed',
  )
  return request.status === 'pending' && !isApproved ? { status: 'open' } : { status: 'checking' }
}

const received = new Set(['confirmed', 'paid_out', 'charged_back'])
const refused = new Set(['failed', 'cancelled', 'customer_approval_denied'])

function paidState(request: BillingRequest, payment: Payment): CheckoutState {
  if (refused.has(payment.status)) return { status: 'over', why: 'refused' }
  if (!received.has(payment.status)) return { status: 'checking' }
  return {
    status: 'paid',
    charge: {
      key: request.metadata?.payment ?? null,
      amount: payment.amount,
      currency: payment.currency,
      reference: payment.id,
      method: 'bank',
      payerName: request.resources?.customer_bank_account?.account_holder_name ?? null,
    },
  }
}

const Event = z.looseObject({
  id: z.string(),
  resource_type: z.string(),
  action: z.string(),
  links: z.record(z.string(), z.unknown()).catch({}),
})
type Event = z.infer<typeof Event>
const Delivery = z.looseObject({ events: z.array(Event.nullable().catch(null)) })

/**
 * Returns the events, or null if the body is unsigned or no delivery. The signature contains no time, so a repeated old
 * delivery is recognised by the ids of its events. An event of an unknown shape is skipped.
 */
function eventsIn(connection: HostedConnection, { body, headers }: SignedRequest): HostedEvent[] | null {
  const signature = headers['webhook-signature']
  if (connection.webhookSecret === null || typeof signature !== 'string') return null
  const wanted = createHmac('sha256', connection.webhookSecret).update(body).digest()
  const shown = Buffer.from(signature, 'hex')
  if (shown.length !== wanted.length || !timingSafeEqual(shown, wanted)) return null
  const delivery = Delivery.safeParse(jsonIn(body))
  if (!delivery.success) return null
  return delivery.data.events
    .filter((event) => event !== null)
    .map((event) => ({
      id: event.id,
      type: `${event.resource_type}.${event.action}`,
      // Each environment has its own secret.
      isTest: isTestKey(connection.secretKey),
      isElsewhere: event.links.organisation !== undefined,
      subject: subjectOf(event),
    }))
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function subjectOf({ resource_type: type, links }: Event): EventSubject | null {
  const { billing_request: checkoutId, payment: reference, refund: refundId, payout: payoutId } = links
  if (type === 'billing_requests' && typeof checkoutId === 'string')
    return { kind: 'checkout', checkoutId, key: null }
  if (type === 'payments' && typeof reference === 'string') return { kind: 'charge', reference }
  if (type === 'payouts' && typeof payoutId === 'string') return { kind: 'payout', payoutId }
  if (type === 'refunds' && typeof refundId === 'string') return { kind: 'refund', refundId }
  return null
}

const Creditors = z.looseObject({
  creditors: z.array(
    z.looseObject({
      id: z.string(),
      created_at: z.string().nullish(),
      verification_status: z.string().nullish(),
      can_create_refunds: z.boolean().nullish(),
    }),
  ),
})
/** Returns the first of the firm's creditors, which stays the same if the firm adds more. */
async function findAccount(ask: Ask): Promise<string | null> {
  const { creditors } = bodyOf(await ask({ path: '/creditors?limit=500', shape: Creditors }))
  const born = ({ created_at: at, id }: (typeof creditors)[number]) => `${at ?? ''} ${id}`
  const [first] = creditors.toSorted((creditor, other) => (born(creditor) < born(other) ? -1 : 1))
  return first?.id ?? null
}

const Webhooks = z.looseObject({
  webhooks: z.array(z.looseObject({ url: z.string().nullish(), successful: z.boolean().nullish() })),
})

interface Tested {
  connection: HostedConnection
  webhookUrl: string
}

/**
 * Ends with the first step that is bad. What GoCardless does not report, such as its webhook endpoints, is `unknown`.
 */
async function testToken(ask: Ask, { connection, webhookUrl }: Tested): Promise<HostedCheckResult[]> {
  const [creditors, webhooks] = await Promise.all([
    ask({ path: '/creditors', shape: Creditors }).catch(() => null),
    ask({ path: '/webhooks?limit=100', shape: Webhooks }).catch(() => null),
  ])
  if (creditors === null) return [{ step: 'key', state: 'bad', failure: 'unreachable' }]
  if ('refusal' in creditors) return [{ step: 'key', state: 'bad', failure: 'refused' }]
  const { creditors: accounts } = creditors.body
  const isVerified = accounts.some(({ verification_status: status }) => status === 'successful')
  const mayRefund = accounts.some(({ can_create_refunds: may }) => may === true)
  // Webhooks are listed newest first.
  const last =
    webhooks && 'body' in webhooks ? webhooks.body.webhooks.find(({ url }) => url === webhookUrl) : undefined
  return [
    { step: 'key', state: 'good', failure: null },
    { step: 'account', ...found(isVerified ? 'good' : 'bad') },
    { step: 'webhook', ...found(webhookState(connection, last)) },
    ...(mayRefund ? [] : [{ step: 'refunds' as const, ...found('unknown') }]),
  ]
}

const found = (state: HostedCheckResult['state']) => ({
  state,
  failure: state === 'good' ? null : ('missing' as const),
})

const webhookState = (
  { webhookSecret }: HostedConnection,
  last: { successful?: boolean | null | undefined } | undefined,
) => {
  if (webhookSecret === null || last?.successful === false) return 'bad'
  return last?.successful ? 'good' : 'unknown'
}
