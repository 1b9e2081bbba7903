import type Stripe from 'stripe'
import { boundedText } from '#server/platform/http/bounded-text.ts'
import type {
  CheckoutOrder,
  CheckoutState,
  EventSubject,
  HostedCheckResult,
  HostedConnection,
  HostedEvent,
  HostedPayments,
} from '#server/platform/ports/hosted-payments.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { beginForm, endForm, findFormState, formEvents, isForm, paidBy } from './stripe-forms.ts'
import { findPayout, listPayoutLines, listPayouts, payoutEvents } from './stripe-payouts.ts'
import { findRefunded, findReversals, referenceIn, refund, reversalEvents } from './stripe-reversals.ts'

/** Loaded at the first payment by Stripe, because a portal with the sandbox does not need it. */
const library = async () => (await import('stripe')).default

/** In milliseconds, for each of two attempts. The second has the first one's idempotency key. */
const timeout = seconds(4)
/** In seconds: the oldest event to accept, so that an intercepted one cannot be sent again later. */
const eventAge = 300

const checkoutEvents: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]
const events = [...checkoutEvents, ...reversalEvents, ...payoutEvents]

interface Wanted {
  connection: HostedConnection | null
  /** Another address of the API. Null for Stripe's own. */
  apiBase: string | null
}

/**
 * Stripe's hosted Checkout or its Payment Element, so that cards and wallets are entered only on its page or in its
 * form.
 */
export function openStripe({ connection: fixed, apiBase }: Wanted): HostedPayments {
  const clientOf = openClients(apiBase)
  return {
    fixed,
    events,
    forms: {
      owns: isForm,
      events: formEvents,
      findClientSecret: async (connection, checkoutId) =>
        findClientSecret(await clientOf(connection), checkoutId),
    },
    begin: async (connection, order) => {
      const stripe = await clientOf(connection)
      if (connection.form?.isUsed) return { checkoutId: await beginForm(stripe, order), url: order.formUrl }
      return openPage(stripe, order)
    },
    find: async (connection, checkoutId) => {
      const stripe = await clientOf(connection)
      if (isForm(checkoutId)) return findFormState(stripe, checkoutId)
      return stateOf(
        await stripe.checkout.sessions.retrieve(checkoutId, { expand: ['payment_intent.latest_charge'] }),
      )
    },
    resume: async (connection, checkoutId, { formUrl }) => {
      if (isForm(checkoutId)) return formUrl
      const stripe = await clientOf(connection)
      const { url } = await stripe.checkout.sessions.retrieve(checkoutId)
      if (url === null) throw new Error('The page was closed meanwhile.')
      return url
    },
    end: async (connection, checkoutId) => {
      const stripe = await clientOf(connection)
      if (isForm(checkoutId)) await endForm(stripe, checkoutId)
      else await stripe.checkout.sessions.expire(checkoutId)
    },
    refund: async (connection, order) => refund(await clientOf(connection), order),
    findReversals: async (connection, reference) => findReversals(await clientOf(connection), reference),
    findRefunded: async (connection, refundId) => findRefunded(await clientOf(connection), refundId),
    payouts: {
      find: async (connection, payoutId) => findPayout(await clientOf(connection), payoutId),
      list: async (connection, since) => listPayouts(await clientOf(connection), since),
      listLines: async (connection, payoutId) => listPayoutLines(await clientOf(connection), payoutId),
    },
    read: readEvents,
    findAccount: async (connection) => findAccount(await clientOf(connection)),
    test: async (connection, webhookUrl) => testKeys(await clientOf(connection), { connection, webhookUrl }),
  }
}

/** Keeps the client of the latest keys, so that its connections are used again. */
function openClients(apiBase: string | null) {
  const clients = new Map<string, Stripe>()
  return async ({ secretKey }: HostedConnection) => {
    const known = clients.get(secretKey)
    if (known) return known
    const Library = await library()
    const client = new Library(secretKey, {
      timeout,
      maxNetworkRetries: 1,
      telemetry: false,
      // The library's own client counts only the time in which nothing arrives, and reads an answer of any length.
      httpClient: Library.createFetchHttpClient(fetchWithinBounds),
      ...(apiBase !== null && addressIn(apiBase)),
    })
    clients.clear()
    clients.set(secretKey, client)
    return client
  }
}

/** In bytes. A hundred lines of a payout, the longest list requested, take a tenth of it. */
const answerAtMost = 4 * 1024 * 1024

/** Reads the whole answer, within bounded memory and by the signal of the request. */
const fetchWithinBounds: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: 'error' })
  const text = await boundedText(answer, answerAtMost)
  return new Response(text === '' ? null : text, { status: answer.status, headers: answer.headers })
}

const addressIn = (apiBase: string) => {
  const { hostname, port, protocol } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return { host: hostname, port: port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' } as const
}

async function openPage(stripe: Stripe, order: CheckoutOrder) {
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      // Cards include the device's wallets. A bank transfer would take days to settle.
      allowed_payment_method_types: ['card'],
      // The amount is due in pounds. Another currency at Stripe's rate would be another amount.
      adaptive_pricing: { enabled: false },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'gbp', unit_amount: order.amount, product_data: { name: order.title } },
        },
      ],
      client_reference_id: order.key,
      metadata: { payment: order.key },
      payment_intent_data: { metadata: { payment: order.key }, description: order.title },
      customer_email: order.payer.email,
      success_url: order.returnUrl,
      cancel_url: order.returnUrl,
      expires_at: Math.floor(order.until.getTime() / 1000),
    },
    { idempotencyKey: `checkout:${order.key}` },
  )
  if (session.url === null) throw new Error('The page was closed before it was opened.')
  return { checkoutId: session.id, url: session.url }
}

async function findClientSecret(stripe: Stripe, checkoutId: string) {
  const { client_secret: secret } = await stripe.paymentIntents.retrieve(checkoutId)
  if (secret === null) throw new Error('The form has no secret.')
  return secret
}

/** Returns the account of the keys, or null if they may not read it. */
async function findAccount(stripe: Stripe) {
  const { errors } = await library()
  try {
    return (await stripe.accounts.retrieveCurrent()).id
  } catch (error) {
    if (error instanceof errors.StripePermissionError) return null
    throw error
  }
}

function stateOf(session: Stripe.Checkout.Session): CheckoutState {
  const { status, payment_status: paid, amount_total: amount, currency, payment_intent: intent } = session
  if (status === 'open') return { status: 'open' }
  if (status === 'expired') return { status: 'over', why: 'closed' }
  if (paid !== 'paid') return isRefused(intent) ? { status: 'over', why: 'refused' } : { status: 'checking' }
  if (intent === null || typeof intent === 'string') throw new Error('A paid page names its payment.')
  return {
    status: 'paid',
    charge: {
      key: session.client_reference_id,
      // The amount received counts, because the page's total is only what was requested.
      amount: Math.min(amount ?? 0, intent.amount_received),
      currency: (currency ?? '').toUpperCase(),
      ...paidBy(intent),
    },
  }
}

/** Returns whether the bank refused a payment, days after the page was completed. */
const isRefused = (intent: Stripe.Checkout.Session['payment_intent']) =>
  intent !== null &&
  typeof intent !== 'string' &&
  (intent.status === 'canceled' || intent.status === 'requires_payment_method')

const readEvents: HostedPayments['read'] = async ({ webhookSecret }, { body, headers, now }) => {
  const signature = headers['stripe-signature']
  if (webhookSecret === null || typeof signature !== 'string') return null
  const { webhooks } = await library()
  if (!webhooks) return null
  try {
    return [
      eventOf(webhooks.constructEvent(body, signature, webhookSecret, eventAge, undefined, now.getTime())),
    ]
  } catch {
    return null
  }
}

const eventOf = (event: Stripe.Event): HostedEvent => ({
  id: event.id,
  type: event.type,
  isTest: !event.livemode,
  isElsewhere: event.account !== undefined,
  subject: subjectOf(event),
})

function subjectOf({ type, data }: Stripe.Event): EventSubject | null {
  if (checkoutEvents.includes(type)) {
    const { id, client_reference_id: key } = data.object as Stripe.Checkout.Session
    // A page without a reference is not the portal's.
    return key === null ? null : { kind: 'checkout', checkoutId: id, key }
  }
  if (formEvents.includes(type)) {
    const { id, metadata } = data.object as Stripe.PaymentIntent
    // Only payments with the portal's metadata, since the account may take others elsewhere.
    return metadata.payment ? { kind: 'checkout', checkoutId: id, key: metadata.payment } : null
  }
  if (payoutEvents.includes(type)) return { kind: 'payout', payoutId: (data.object as Stripe.Payout).id }
  const reference = reversalEvents.includes(type) ? referenceIn(data.object) : null
  return reference === null ? null : { kind: 'charge', reference }
}

interface Tested {
  connection: HostedConnection
  webhookUrl: string
}

/** Ends with the first step that is bad. */
async function testKeys(stripe: Stripe, { connection, webhookUrl }: Tested): Promise<HostedCheckResult[]> {
  const Library = await library()
  const failureOf = (error: unknown) =>
    error instanceof Library.errors.StripeAuthenticationError
      ? ('refused' as const)
      : ('unreachable' as const)
  const isNotAllowed = (error: unknown) => error instanceof Library.errors.StripePermissionError
  const step = async (name: HostedCheckResult['step'], look: () => Promise<boolean>) => {
    try {
      const isGood = await look()
      return { step: name, state: isGood ? 'good' : 'bad', failure: isGood ? null : 'missing' } as const
    } catch (error) {
      if (isNotAllowed(error)) return { step: name, state: 'unknown', failure: 'refused' } as const
      return { step: name, state: 'bad', failure: failureOf(error) } as const
    }
  }
  const key = await step('key', async () => {
    await stripe.checkout.sessions.list({ limit: 1 })
    return true
  })
  if (key.state === 'bad') return [key]
  const account = await step('account', async () => {
    const { charges_enabled: isEnabled } = await stripe.accounts.retrieveCurrent()
    return isEnabled
  })
  const webhook = await step('webhook', async () => {
    if (connection.webhookSecret === null) return false
    for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
      if (endpoint.url === webhookUrl && endpoint.status === 'enabled')
        return hasAll(endpoint.enabled_events, connection.form?.isUsed ? [...events, ...formEvents] : events)
    return false
  })
  const permissions = await Promise.all([
    step('refunds', () => lists(stripe.refunds.list({ limit: 1 }))),
    step('disputes', () => lists(stripe.disputes.list({ limit: 1 }))),
    step('payouts', () => lists(stripe.payouts.list({ limit: 1 }))),
    step('balance', () => lists(stripe.balanceTransactions.list({ limit: 1 }))),
  ])
  return [key, account, webhook, ...permissions.filter(({ state }) => state !== 'good')]
}

const lists = async (page: PromiseLike<unknown>) => {
  await page
  return true
}

const hasAll = (enabled: readonly string[], wanted: readonly string[]) =>
  enabled.includes('*') || wanted.every((type) => enabled.includes(type))
