import { expect, test } from 'vitest'
import { home } from '#contract/home/home.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { type FirmPayment, payments } from '#contract/payments/payments.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { days } from '#server/platform/time/durations.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openStripePortal, paymentOf, taskStatusOf } from './testing/stripe.ts'
import { pay } from './testing.ts'

const { portal, stripe, tell, paid, owed } = await openStripePortal()
const { reversals } = stripe
const cashier = await portal.staff('cashier')

const statusOf = async (payment: Parameters<typeof paymentOf>[0]) => (await paymentOf(payment))?.status
const claimOf = async (id: string) =>
  (await cashier.ask(payments.disputes, {})).find((payment: FirmPayment) => payment.id === id)
const newsOf = async (id: string) =>
  (await cashier.ask(notifications.list, {}))
    .filter(({ link }) => link === `/firm/refunds?payment=${id}`)
    .map(({ title }) => title)

test('a disputed payment is neither taken again nor refunded, and the cashier is told what to do by when', async () => {
  const { client, id, intent } = await owed()
  const dispute = reversals.dispute(intent)
  await tell('charge.dispute.created', dispute)
  await expect.poll(() => statusOf({ client, id })).toBe('disputed')

  await expect(cashier.ask(payments.refund, { id })).rejects.toMatchObject({ reason: 'disputed' })
  await expect(pay(client)).rejects.toMatchObject({ reason: 'already_paid' })
  expect(reversals.refunds).toEqual([])

  const respondBy = new Date(portal.now().getTime() + days(7))
  expect(await claimOf(id)).toMatchObject({
    status: 'disputed',
    dispute: {
      amount: 34_250,
      status: 'needs_response',
      respondBy,
      reason: expect.stringContaining('did not make'),
    },
  })
  const [news] = await cashier.ask(notifications.list, {})
  expect(news).toMatchObject({
    title: 'A payment is disputed',
    body: expect.stringContaining('answer in Stripe by Monday 16 November 2026'),
  })
  const waiting = (await cashier.ask(home.show, {})).find(({ kind }) => kind === 'disputes')
  expect(waiting).toMatchObject({ total: 1, late: 0, oldest: [{ id, since: respondBy, isLate: false }] })
})

test('winning a dispute restores the payment, and the client has nothing to do', async () => {
  const { client, id, intent } = await paid()
  const dispute = reversals.dispute(intent)
  await tell('charge.dispute.created', dispute)
  const reason = expect.stringContaining("don't need to pay again")
  await expect.poll(() => paymentOf({ client, id })).toMatchObject({ status: 'disputed', reason })

  Object.assign(dispute, { status: 'under_review' })
  await tell('charge.dispute.updated', dispute)
  await expect.poll(async () => (await claimOf(id))?.dispute?.status).toBe('under_review')
  Object.assign(dispute, { status: 'won' })
  await tell('charge.dispute.closed', dispute)
  await expect.poll(() => paymentOf({ client, id })).toMatchObject({ status: 'completed', reason: null })
  expect(await newsOf(id)).toEqual(['A dispute is closed', 'A payment is disputed'])
  expect(await taskStatusOf(client)).toBe('completed')
})

test('client and cashier are told of a lost dispute, and who has to make client money good', async () => {
  const { client, id, intent } = await paid()
  const dispute = reversals.dispute(intent)
  Object.assign(dispute, { status: 'lost' })
  await tell('charge.dispute.closed', dispute)
  const reason = expect.stringContaining('took this payment back')
  await expect.poll(() => paymentOf({ client, id })).toMatchObject({ status: 'charged_back', reason })
  expect((await client.ask(notifications.list, {}))[0]).toMatchObject({
    title: 'Your bank took a payment back',
  })
  expect((await cashier.ask(notifications.list, {}))[0]).toMatchObject({
    title: 'A dispute was lost',
    body: expect.stringContaining('make it good in your client account from the office account'),
  })
  await expect(cashier.ask(payments.refund, { id })).rejects.toMatchObject({ reason: 'not_due' })
  const receipt = await client.send('GET', payments.receipt.path.replace(':id', id), undefined, {})
  expect(receipt.status).toBe(200)
})

test('a duplicate payment whose dispute is won is due for refund again', async () => {
  const { client, id, intent } = await owed()
  const dispute = reversals.dispute(intent)
  await tell('charge.dispute.created', dispute)
  await expect.poll(() => statusOf({ client, id })).toBe('disputed')
  Object.assign(dispute, { status: 'won' })
  await tell('charge.dispute.closed', dispute)
  await expect.poll(() => statusOf({ client, id })).toBe('refund_due')
  expect(await cashier.ask(payments.refund, { id })).toMatchObject({ status: 'refunded' })
})

test("dispute events in any order, repeated, and before the payment's own event end in the same state", async () => {
  const client = await portal.client()
  const { id } = await pay(client)
  const session = stripe.pay()
  const dispute = reversals.dispute(stripe.intentOf(session))
  const before = structuredClone(dispute)
  Object.assign(dispute, { status: 'lost' })
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 ? tell('charge.dispute.closed', dispute) : tell('charge.dispute.created', before),
    ),
  )
  await tell('checkout.session.completed', session)
  await expect.poll(() => statusOf({ client, id })).toBe('charged_back')
  expect(await newsOf(id)).toEqual(['A dispute was lost'])
})

test('a dispute without a closing event is polled every hour', async () => {
  const { client, id, intent } = await paid()
  const dispute = reversals.dispute(intent)
  await tell('charge.dispute.created', dispute)
  await expect.poll(() => statusOf({ client, id })).toBe('disputed')
  Object.assign(dispute, { status: 'won' })
  await queueJob(portal.db)('followReversals', {})
  await expectDone(portal, 'followReversals')
  expect(await statusOf({ client, id })).toBe('completed')
})

test('a dispute of somebody else’s charge is accepted and ignored', async () => {
  const before = await cashier.ask(payments.disputes, {})
  const received = { status: 200, body: { received: true } }
  const foreign = { id: 'du_1', object: 'dispute', payment_intent: 'pi_foreign', status: 'needs_response' }
  expect(await tell('charge.dispute.created', foreign)).toEqual(received)
  expect(await cashier.ask(payments.disputes, {})).toEqual(before)
})
