import { afterEach, expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { expectDone } from '#server/testing/jobs.ts'
import type { Client } from '#server/testing/portal.ts'
import { overdue } from './service/charge-card.ts'
import { openStripePortal, paymentOf, taskStatusOf } from './testing/stripe.ts'
import { pay } from './testing.ts'

const { portal, stripe, tell, paid, owed } = await openStripePortal()
const { reversals } = stripe
const cashier = await portal.staff('cashier')

afterEach(() => {
  stripe.state.mood = 'answers'
  reversals.mood.refunds = 'succeed'
})

const refundsOf = ({ id }: { id: string }) =>
  reversals.refunds.filter(({ payment_intent: reference }) => reference === id)
const titlesOf = async (client: Client) =>
  (await client.ask(notifications.list, {})).map(({ title }) => title)
const onItsWay = 'Your refund is on its way'

/** Runs the job, as its schedule does every minute or every hour. */
const reconcile = async (job: 'settleRefunds' | 'followReversals' = 'settleRefunds') => {
  portal.wait(overdue)
  await queueJob(portal.db)(job, {})
  await expectDone(portal, job)
}

test('Stripe sends a refund that is due once, and the client is notified', async () => {
  const { client, id, intent } = await owed()
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'refund_due', refundedAmount: 0 })
  const due = await cashier.ask(payments.refunds, {})
  expect(due).toContainEqual(expect.objectContaining({ id, isRefundedByProcessor: true }))

  const people = [cashier, await portal.staff('administrator'), cashier]
  const said = await Promise.allSettled(people.map((person) => person.ask(payments.refund, { id })))
  expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

  expect(refundsOf(intent)).toMatchObject([{ amount: 34_250, status: 'succeeded' }])
  const refunds = stripe.state.requests.filter(({ path }) => path === '/v1/refunds')
  expect(refunds[0]?.idempotencyKey).toMatch(/^refund:[\w-]{36}$/)
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'refunded', refundedAmount: 34_250 })
  expect((await titlesOf(client)).filter((title) => title === onItsWay)).toHaveLength(1)
  expect(await taskStatusOf(client)).toBe('completed')
  const { rows } = await portal.pool.query(
    "select event from audit where event like 'payment.refund%' and subject_id = $1 order by at, id",
    [client.user.id],
  )
  expect(rows).toEqual([{ event: 'payment.refund_begun' }, { event: 'payment.refunded' }])
})

test('a refund that takes days is shown as pending, and completed by event or by polling', async () => {
  reversals.mood.refunds = 'wait'
  const [first, again] = [await owed(), await owed()]
  for (const { client, id } of [first, again]) {
    expect(await cashier.ask(payments.refund, { id })).toMatchObject({ status: 'refunding' })
    const reason = expect.stringContaining('sending this amount back')
    expect(await paymentOf({ client, id })).toMatchObject({ status: 'refunding', reason })
    await expect(cashier.ask(payments.refund, { id })).rejects.toMatchObject({ reason: 'not_due' })
  }
  reversals.mood.refunds = 'succeed'
  for (const { intent } of [first, again])
    for (const refund of refundsOf(intent)) reversals.settleRefund(refund, 'succeeded')
  await tell('refund.updated', refundsOf(first.intent)[0])
  await expect.poll(async () => (await paymentOf(first))?.status).toBe('refunded')
  await reconcile('followReversals')
  await expect.poll(async () => (await paymentOf(again))?.status).toBe('refunded')
  expect((await titlesOf(first.client)).filter((title) => title === onItsWay)).toHaveLength(1)
})

test('a refund that is tried in vain does not say “twice” of a payment whose task was taken back', async () => {
  const { client, id } = await owed()
  const { taskId } = (await paymentOf({ client, id })) ?? {}
  await portal.pool.query('delete from tasks where id = $1', [taskId])
  reversals.mood.refunds = 'find the balance too low'
  expect(await cashier.ask(payments.refund, { id })).toMatchObject({ status: 'refund_due' })
  const reason = expect.stringContaining('no longer needed')
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'refund_due', reason })
})

test('a refund that Stripe refuses stays due with the reason, without notifying the client, and can be retried', async () => {
  const { client, id, intent } = await owed()
  reversals.mood.refunds = 'find the balance too low'
  const refused = await cashier.ask(payments.refund, { id })
  expect(refused).toMatchObject({
    status: 'refund_due',
    refundFailure: expect.stringContaining('balance is too low'),
  })
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'refund_due' })
  expect(await titlesOf(client)).not.toContain(onItsWay)
  reversals.mood.refunds = 'succeed'
  expect(await cashier.ask(payments.refund, { id })).toMatchObject({
    status: 'refunded',
    refundFailure: null,
  })
  expect(refundsOf(intent)).toHaveLength(1)
})

test('a refund whose response is lost, or that never reached Stripe, is sent exactly once', async () => {
  for (const mood of ['loses every answer', 'is down'] as const) {
    const { client, id, intent } = await owed()
    stripe.state.mood = mood
    const answer = await cashier.ask(payments.refund, { id })
    expect(answer).toMatchObject({ status: 'refunding' })
    stripe.state.mood = 'answers'
    // Stripe forgets idempotency keys after a day. A refund that was sent is then found by its metadata.
    if (mood === 'loses every answer') stripe.forgetKeys()
    await reconcile()
    await expect.poll(async () => (await paymentOf({ client, id }))?.status).toBe('refunded')
    await reconcile()
    expect(refundsOf(intent)).toHaveLength(1)
    expect((await titlesOf(client)).filter((title) => title === onItsWay)).toHaveLength(1)
  }
})

test('partial and full refunds made in Stripe itself are recorded, and the task stays paid', async () => {
  const { client, id, intent } = await paid()
  const part = reversals.refund(intent, { amount: 4250 })
  await tell('charge.refunded', { id: part.charge, object: 'charge', payment_intent: intent.id })
  await expect.poll(async () => (await paymentOf({ client, id }))?.refundedAmount).toBe(4250)
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'completed', reason: null })

  const rest = reversals.refund(intent)
  await tell('refund.updated', rest)
  await expect.poll(async () => (await paymentOf({ client, id }))?.status).toBe('refunded')
  expect((await titlesOf(client)).filter((title) => title === onItsWay)).toHaveLength(2)
  expect(await taskStatusOf(client)).toBe('completed')
  await expect(pay(client)).rejects.toMatchObject({ reason: 'already_paid' })
  const listed = await cashier.ask(payments.refunds, {})
  expect(listed).toContainEqual(expect.objectContaining({ id, status: 'refunded', refundedBy: null }))
})

test('a payment that somebody has refunded in Stripe is not refunded again, and counts as refunded', async () => {
  const { id, intent } = await owed()
  reversals.refund(intent)
  expect(await cashier.ask(payments.refund, { id })).toMatchObject({ status: 'refunded' })
  expect(refundsOf(intent)).toHaveLength(1)
})

test('a refund that the card rejects is due again, client and cashier are notified, and it is sent another way', async () => {
  const { client, id, intent } = await owed()
  await cashier.ask(payments.refund, { id })
  const [refund] = refundsOf(intent)
  if (!refund) throw new Error('nothing was refunded')
  reversals.settleRefund(refund, 'failed', 'lost_or_stolen_card')
  await tell('refund.failed', refund)
  await expect.poll(async () => (await paymentOf({ client, id }))?.status).toBe('refund_due')
  expect(await titlesOf(client)).toContain('Your refund did not go through')
  const [news] = await cashier.ask(notifications.list, {})
  expect(news).toMatchObject({
    title: 'A refund failed',
    body: expect.stringContaining('closed or reported lost'),
  })

  const sent = await cashier.ask(payments.refund, { id, isSentOtherwise: true })
  expect(sent).toMatchObject({ status: 'refunded', refundedAmount: 34_250, refundedBy: expect.any(String) })
  // Stripe still reports its own refund, which failed.
  await tell('refund.updated', refund)
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'refunded' })
  expect(refundsOf(intent)).toHaveLength(1)
})

test("refund events in any order, repeated, and before the payment's own event count each refund once", async () => {
  const client = await portal.client()
  const { id } = await pay(client)
  const session = stripe.pay()
  const intent = stripe.intentOf(session)
  const refund = reversals.refund(intent, { amount: 1000 })
  const charge = { id: refund.charge, object: 'charge', payment_intent: intent.id }
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      tell(n % 2 ? 'refund.updated' : 'charge.refunded', n % 2 ? refund : charge),
    ),
  )
  await tell('checkout.session.completed', session)
  await expect
    .poll(() => paymentOf({ client, id }))
    .toMatchObject({ status: 'completed', refundedAmount: 1000, receiptNumber: expect.any(String) })
  expect((await titlesOf(client)).filter((title) => title === onItsWay)).toHaveLength(1)
})

test('a refund of somebody else’s charge, or of an unknown kind of charge, is accepted and ignored', async () => {
  const received = { status: 200, body: { received: true } }
  const { client, id } = await paid()
  const foreign = { id: 're_1', object: 'refund', payment_intent: 'pi_foreign' }
  expect(await tell('refund.updated', foreign)).toEqual(received)
  expect(await tell('refund.failed', { ...foreign, payment_intent: null })).toEqual(received)
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'completed', refundedAmount: 0 })
})

test('a payment of the wrong amount fails once all of it was refunded, and can be made again', async () => {
  const client = await portal.client()
  const { id } = await pay(client)
  const session = stripe.pay({ amount: 100 })
  await tell('checkout.session.completed', session)
  await expect.poll(async () => (await paymentOf({ client, id }))?.status).toBe('checking')
  await tell('refund.updated', reversals.refund(stripe.intentOf(session)))
  const reason = expect.stringContaining('sent back')
  await expect.poll(() => paymentOf({ client, id })).toMatchObject({ status: 'failed', reason })
  expect(await pay(client)).toMatchObject({ status: 'open' })
})

test('a refund by a removed connection is not recorded as sent, unless a person says so', async () => {
  const { client, id } = await owed()
  await portal.pool.query("update payments set processor = 'stripe' where id = $1", [id])
  await expect(cashier.ask(payments.refund, { id })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'disconnected',
  })
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'refund_due', refundedAmount: 0 })
  expect(await titlesOf(client)).not.toContain(onItsWay)
  expect(await cashier.ask(payments.refund, { id, isSentOtherwise: true })).toMatchObject({
    status: 'refunded',
  })
})
