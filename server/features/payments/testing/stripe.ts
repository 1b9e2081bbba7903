import { afterAll } from 'vitest'
import type { Input } from '#contract/kit/endpoint.ts'
import { payments } from '#contract/payments/payments.ts'
import { paymentProcessor } from '#contract/payments/processor.ts'
import { tasks } from '#contract/tasks.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { openGoCardless } from '#server/providers/payments/gocardless.ts'
import { openStripe } from '#server/providers/payments/stripe.ts'
import { openStripeStandIn } from '#server/providers/payments/testing/stripe.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { overdue } from '../service/charge-card.ts'
import { pay } from '../testing.ts'

/** Opens a portal where an administrator has enabled Stripe in test mode. */
export async function openStripePortal({
  bank,
  form = {},
}: {
  bank?: { url: string }
  form?: Pick<Input<typeof paymentProcessor.save>, 'cardPlace' | 'publishableKey'>
} = {}) {
  let now = () => new Date('2026-11-09T09:00:00Z')
  const stripe = await openStripeStandIn({ clock: () => now() })
  afterAll(() => stripe.close())
  const portal = await openPortal({
    ports: {
      hosted: {
        stripe: openStripe({ connection: null, apiBase: stripe.url }),
        gocardless: openGoCardless({ connection: null, apiBase: bank?.url ?? null }),
      },
    },
  })
  now = portal.now
  const admin = await portal.staff('administrator')
  const { secretKey, webhookSecret } = stripe.state
  const currentPassword = portal.password
  await admin.ask(paymentProcessor.save, { isOn: true, secretKey, webhookSecret, currentPassword, ...form })

  /** Posts an event as Stripe would. */
  const deliver = async ({ payload, headers }: ReturnType<typeof stripe.eventOf>) => {
    const reply = await portal.app.inject({
      method: 'POST',
      url: paymentProcessor.event.path,
      payload,
      headers,
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  /** Posts an event, and waits until the jobs have asked about it. */
  const tell = async (...event: Parameters<typeof stripe.eventOf>) => {
    const answer = await deliver(stripe.eventOf(...event))
    await expectDone(portal, 'takeCheckoutEvent')
    await expectDone(portal, 'takeChargeEvent')
    await expectDone(portal, 'takePayoutEvent')
    return answer
  }
  /** Runs the job that asks about pages without an event, as its schedule does every minute. */
  const reconcile = async () => {
    portal.wait(overdue)
    await queueJob(portal.db)('settlePaymentPages', {})
    await expectDone(portal, 'settlePaymentPages')
  }
  /** A client who has paid on Stripe's page. */
  const paid = async () => {
    const client = await portal.client()
    const { id } = await pay(client)
    const session = stripe.pay()
    await client.ask(payments.look, { id })
    return { client, id, session, intent: stripe.intentOf(session) }
  }
  /** A client who has paid twice, and is owed a refund of this payment: its page was paid after it seemed closed. */
  const owed = async () => {
    const client = await portal.client()
    const { id } = await pay(client)
    const session = stripe.newest()
    stripe.expire(session)
    await client.ask(payments.look, { id })
    const other = await pay(client)
    stripe.pay()
    await client.ask(payments.look, { id: other.id })
    Object.assign(session, { status: 'open' })
    stripe.pay({ session })
    await tell('checkout.session.completed', session)
    return { client, id, session, intent: stripe.intentOf(session) }
  }
  return { portal, stripe, admin, deliver, tell, reconcile, paid, owed }
}

/** Returns one payment as its client sees it. */
export const paymentOf = async ({ client, id }: { client: Client; id: string }) =>
  (await client.ask(payments.list, {})).find((payment) => payment.id === id)

export const statusOf = async (client: Client) => {
  const [payment] = await client.ask(payments.list, {})
  return payment?.status
}

export const taskStatusOf = async (client: Client) =>
  (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'payment')?.status
