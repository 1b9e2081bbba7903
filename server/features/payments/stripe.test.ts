import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openStripePortal, statusOf, taskStatusOf } from './testing/stripe.ts'
import { madeBy, pay } from './testing.ts'

const { portal, stripe, deliver, tell, reconcile } = await openStripePortal()

const answering = () => {
  stripe.state.mood = 'answers'
}

/** A client who was sent to Stripe's page. */
const onPage = async () => {
  const client = await portal.client()
  const begun = await pay(client)
  return { client, id: begun.id, session: stripe.newest(), begun }
}

test('a payment leads to Stripe’s page with the amount due, and is open until somebody pays there', async () => {
  const { client, begun, session } = await onPage()
  expect(begun).toMatchObject({ status: 'open', continueAt: session.url, isTest: true, amount: 34_250 })
  expect(session).toMatchObject({ amount_total: 34_250, currency: 'gbp', client_reference_id: begun.id })
  expect(session.success_url).toBe(`https://portal.example/payments?payment=${begun.id}&returned=1`)
  expect(await taskStatusOf(client)).toBe('pending')
  expect(await client.ask(payments.look, { id: begun.id })).toMatchObject({ status: 'open' })
})

test('a client who returns from the page sees the payment settled without an event from Stripe', async () => {
  const { client, id, session } = await onPage()
  stripe.pay({ session, wallet: 'apple_pay' })
  const paid = await client.ask(payments.look, { id })
  expect(paid).toMatchObject({
    status: 'completed',
    paymentMethod: 'apple_pay',
    receiptNumber: expect.any(String),
  })
  expect(await taskStatusOf(client)).toBe('completed')
})

test('the payment of a client who closes the browser at Stripe is settled by the event, and they are notified', async () => {
  const { client, session } = await onPage()
  stripe.pay({ session })
  expect(await tell('checkout.session.completed', session)).toMatchObject({ status: 200 })
  await expect.poll(() => statusOf(client)).toBe('completed')
  const [news] = await client.ask(notifications.list, {})
  expect(news).toMatchObject({ title: 'Your payment went through' })
})

test('without any event, the portal settles the payment by asking', async () => {
  const { client, session } = await onPage()
  stripe.pay({ session })
  await reconcile()
  await expect.poll(() => statusOf(client)).toBe('completed')
})

test('repeated and reordered events about one payment pay once', async () => {
  const { client, session } = await onPage()
  stripe.pay({ session })
  const event = stripe.eventOf('checkout.session.completed', session)
  const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(event)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  await tell('checkout.session.expired', session)
  await tell('checkout.session.async_payment_failed', session)
  await tell('checkout.session.completed', session)
  await expect.poll(() => statusOf(client)).toBe('completed')
  const { rows } = await portal.pool.query(
    "select id from audit where event = 'payment.made' and subject_id = $1",
    [client.user.id],
  )
  expect(rows).toHaveLength(1)
})

test('after a page is closed, another payment starts on a new page', async () => {
  const { client, id, session } = await onPage()
  stripe.expire(session)
  expect(await client.ask(payments.look, { id })).toMatchObject({ status: 'failed' })
  const again = await pay(client)
  expect(again.id).not.toBe(id)
  expect(stripe.newest().id).not.toBe(session.id)
})

test('pressing Pay again continues on the same page, and replaces one that has closed', async () => {
  const { client, begun, session } = await onPage()
  expect(await pay(client)).toMatchObject({ id: begun.id, continueAt: session.url })
  stripe.expire(session)
  const third = await pay(client)
  expect(third).toMatchObject({ status: 'open' })
  expect(third.id).not.toBe(begun.id)
  expect((await madeBy(client)).map(({ status }) => status)).toEqual(['open', 'failed'])
})

test('twenty windows that pay at once share one page', async () => {
  const client = await portal.client()
  const before = stripe.sessions.size
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => pay(client, { key: `w${n}` })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(stripe.sessions.size).toBe(before + 1)
})

test('a client who presses Pay after paying in another window is not sent to pay twice', async () => {
  const { client, session } = await onPage()
  stripe.pay({ session })
  await expect(pay(client)).rejects.toMatchObject({ reason: 'already_paid' })
  expect(await statusOf(client)).toBe('completed')
})

test('an event without a valid signature, with another secret, changed, or ten minutes old is refused', async () => {
  const { client, session } = await onPage()
  stripe.pay({ session })
  const event = stripe.eventOf('checkout.session.completed', session)
  const old = new Date(portal.now().getTime() - minutes(10))
  const forged = [
    { ...event, headers: { ...event.headers, 'stripe-signature': '' } },
    { ...event, headers: { ...event.headers, 'stripe-signature': 't=1,v1=00' } },
    { ...event, payload: event.payload.replace('"livemode":false', '"livemode": false') },
    stripe.eventOf('checkout.session.completed', session, { at: old }),
  ]
  for (const forgery of forged)
    expect(await deliver(forgery)).toMatchObject({ status: 400, body: { reason: 'signature_wrong' } })
  expect(await statusOf(client)).toBe('open')
})

test('events of another mode or account, an unknown type or an unknown payment are accepted and ignored', async () => {
  const { client, session } = await onPage()
  stripe.pay({ session })
  const received = { status: 200, body: { received: true } }
  expect(await tell('checkout.session.completed', session, { livemode: true })).toEqual(received)
  expect(await tell('checkout.session.completed', session, { account: 'acct_other' })).toEqual(received)
  expect(await tell('customer.created', { id: 'cus_1' })).toEqual(received)
  expect(await tell('checkout.session.completed', { ...session, client_reference_id: null })).toEqual(
    received,
  )
  const stranger = '01999999-9999-7999-8999-999999999999'
  expect(await tell('checkout.session.completed', { ...session, client_reference_id: stranger })).toEqual(
    received,
  )
  expect(await statusOf(client)).toBe('open')
})

test('an event alone settles nothing: the page has to be that of the payment, and the amount right', async () => {
  const [victim, thief] = [await onPage(), await onPage()]
  stripe.pay({ session: thief.session })
  // The event is signed and its page was paid, but it is not the page of this payment.
  await tell('checkout.session.completed', { ...thief.session, client_reference_id: victim.id })
  expect(await statusOf(victim.client)).not.toBe('completed')
  const short = await onPage()
  stripe.pay({ session: short.session, amount: 100 })
  await tell('checkout.session.completed', short.session)
  expect(await statusOf(short.client)).toBe('checking')
  const { rows } = await portal.pool.query(
    "select details from audit where event = 'payment.mismatched' and subject_id = $1",
    [short.client.user.id],
  )
  expect(rows).toMatchObject([{ details: { asked: '34250 GBP', paid: '100 GBP' } }])
  // It may have been paid, so the client is not asked to pay again.
  await expect(pay(short.client)).rejects.toMatchObject({ reason: 'payment_running' })
})

test('if Stripe is down, nothing is charged, and the client is told and can try again', async () => {
  const client = await portal.client()
  stripe.state.mood = 'is down'
  const refused = { code: 'unavailable', reason: 'processor_unavailable' }
  await expect(pay(client)).rejects.toMatchObject(refused)
  answering()
  expect(await statusOf(client)).toBe('failed')
  expect(await pay(client)).toMatchObject({ status: 'open' })
  stripe.state.mood = 'is down'
  await expect(pay(client)).rejects.toMatchObject(refused)
  answering()
  // Its page may have been paid, so the client continues with that one.
  expect((await madeBy(client)).map(({ status }) => status)).toEqual(['open', 'failed'])
})

test.each(['never ends its answer', 'answers at great length'] as const)(
  'if Stripe %s, the portal gives it up in time, and the client can try again',
  async (mood) => {
    const client = await portal.client()
    stripe.state.mood = mood
    const refused = { code: 'unavailable', reason: 'processor_unavailable' }
    await expect(pay(client).finally(answering)).rejects.toMatchObject(refused)
    expect(await pay(client)).toMatchObject({ status: 'open' })
  },
)

test('a page whose response was lost is requested again with the same key, and is one page', async () => {
  const client = await portal.client()
  const before = stripe.sessions.size
  stripe.state.mood = 'loses its answer'
  const begun = await pay(client).finally(answering)
  expect(begun).toMatchObject({ status: 'open', continueAt: stripe.newest().url })
  expect(stripe.sessions.size).toBe(before + 1)
})

test("the firm sees a name on the card that is not the client’s, but not the client's own in another order", async () => {
  const priya = await portal.staff('fee_earner')
  const [own, other] = [await onPage(), await onPage()]
  stripe.pay({ session: own.session, name: 'OKAFOR, Amara' })
  stripe.pay({ session: other.session, name: 'Ben Marsh' })
  for (const { client, id } of [own, other]) await client.ask(payments.look, { id })
  const seen = async ({ client }: typeof own) => priya.ask(payments.ofClient, { id: client.user.id })
  expect(await seen(own)).toMatchObject([{ otherPayer: null }])
  expect(await seen(other)).toMatchObject([{ otherPayer: 'Ben Marsh' }])
})

test('the portal never sends a card number to Stripe, and never accepts one', async () => {
  const { client } = await onPage()
  const number = '4242424242424242'
  await expect(pay(client, { paymentToken: number })).rejects.toMatchObject({ code: 'invalid' })
  expect(await client.ask(accounts.current, {})).toBeTruthy()
  for (const { body } of stripe.state.requests) expect(decodeURIComponent(body)).not.toMatch(/\d{13,}|card\[/)
})

test('one client can neither look at nor continue the payment of another', async () => {
  const { id } = await onPage()
  const other = await portal.client()
  await expect(other.ask(payments.look, { id })).rejects.toMatchObject({ code: 'not_found' })
})
