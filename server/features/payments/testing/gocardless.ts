import { afterAll } from 'vitest'
import { type Payment, payments } from '#contract/payments/payments.ts'
import { bankPayments } from '#contract/payments/processor.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { openGoCardlessStandIn } from '#server/providers/payments/testing/gocardless.ts'
import { expectDone } from '#server/testing/jobs.ts'
import type { Client } from '#server/testing/portal.ts'
import { overdue } from '../service/charge-card.ts'
import { pay } from '../testing.ts'
import { openStripePortal } from './stripe.ts'

/** Opens a portal whose firm takes cards through Stripe and bank payments through GoCardless, both in test mode. */
export async function openBankPortal() {
  let now = () => new Date('2026-11-09T09:00:00Z')
  const bank = await openGoCardlessStandIn({ clock: () => now() })
  afterAll(() => bank.close())
  const stripePortal = await openStripePortal({ bank })
  const { portal, admin } = stripePortal
  now = portal.now
  const { token: secretKey, webhookSecret } = bank.state
  const currentPassword = portal.password
  await admin.ask(bankPayments.save, { isOn: true, secretKey, webhookSecret, currentPassword })

  const payByBank = (client: Client, key?: string): Promise<Payment & { continueAt?: string }> =>
    pay(client, { paymentMethod: 'bank', ...(key !== undefined && { key }) })

  /** Posts a delivery as GoCardless would. */
  const deliverBank = async ({ payload, headers }: ReturnType<typeof bank.deliveryOf>) => {
    const reply = await portal.app.inject({
      method: 'POST',
      url: bankPayments.event.path,
      payload,
      headers,
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  /** Posts events, and waits until the jobs have asked about them. */
  const deliverBankEvents = async (...events: Parameters<typeof bank.deliveryOf>[0]) => {
    const answer = await deliverBank(bank.deliveryOf(events))
    await expectDone(portal, 'takeCheckoutEvent')
    await expectDone(portal, 'takeRefundEvent')
    await expectDone(portal, 'takeChargeEvent')
    await expectDone(portal, 'takePayoutEvent')
    return answer
  }
  /** Runs the job that asks about things without an event, as its schedule does. */
  const reconcileBank = async (
    job: 'settlePaymentPages' | 'settleRefunds' | 'followReversals' = 'settlePaymentPages',
  ) => {
    portal.wait(overdue)
    await queueJob(portal.db)(job, {})
    await expectDone(portal, job)
  }
  /** A client who was sent to GoCardless's page. */
  const onBankPage = async () => {
    const client = await portal.client()
    const begun = await payByBank(client)
    return { client, id: begun.id, begun, request: bank.newest() }
  }
  /**
   * A client who has paid twice, and is owed a refund of this payment: it was approved after its page seemed closed.
   */
  const owedByBank = async () => {
    const { client, id, request } = await onBankPage()
    await pay(client)
    stripePortal.stripe.pay()
    const [card] = await client.ask(payments.list, {})
    if (card) await client.ask(payments.look, { id: card.id })
    const payment = bank.pay({ request })
    await deliverBankEvents({ type: 'billing_requests.fulfilled', links: { billing_request: request.id } })
    return { client, id, payment }
  }
  return {
    ...stripePortal,
    bank,
    payByBank,
    deliverBank,
    deliverBankEvents,
    reconcileBank,
    onBankPage,
    owedByBank,
  }
}
