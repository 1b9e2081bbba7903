import { afterEach, expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openBankPortal } from './testing/gocardless.ts'
import { statusOf, taskStatusOf } from './testing/stripe.ts'
import { madeBy, pay } from './testing.ts'

const { portal, stripe, bank, payByBank, deliverBank, deliverBankEvents, reconcileBank, onBankPage } =
  await openBankPortal()

afterEach(() => {
  bank.state.mood = 'answers'
  stripe.state.mood = 'answers'
})

const fulfilled = (id: string) => ({ type: 'billing_requests.fulfilled', links: { billing_request: id } })

test('a bank payment leads to GoCardless’s page with the amount due, and is open until the bank has paid', async () => {
  const { client, begun, request } = await onBankPage()
  const [flow] = bank.state.flows.slice(-1)
  expect(begun).toMatchObject({ status: 'open', continueAt: flow?.url, isTest: true, paymentMethod: 'bank' })
  expect(request).toMatchObject({
    payment_request: { amount: 34_250, currency: 'GBP' },
    metadata: { payment: begun.id },
  })
  const back = `https://portal.example/payments?payment=${begun.id}&returned=1`
  expect(flow?.body).toMatchObject({ redirect_uri: back, exit_uri: back, lock_currency: true })
  const [order] = bank.state.received
    .filter(({ question }) => question === 'POST /billing_requests')
    .slice(-1)
  expect(order?.idempotencyKey).toBe(`payment:${begun.id}`)
  expect(await taskStatusOf(client)).toBe('pending')
})

test('an approved payment is being checked, and paid only once GoCardless confirms it', async () => {
  const { client, id, request } = await onBankPage()
  const payment = bank.approve()
  expect(await client.ask(payments.look, { id })).toMatchObject({ status: 'checking' })
  await expect(payByBank(client)).rejects.toMatchObject({ reason: 'payment_running' })
  await expect(pay(client)).rejects.toMatchObject({ reason: 'payment_running' })
  await deliverBankEvents(fulfilled(request.id))
  expect(await statusOf(client)).toBe('checking')
  bank.settle(payment, 'confirmed')
  // The portal knows only the page of this payment so far.
  await deliverBankEvents({ type: 'payments.confirmed', links: { payment: payment.id } })
  await expect.poll(() => statusOf(client)).toBe('completed')
  expect(await taskStatusOf(client)).toBe('completed')
  const [paid] = await madeBy(client)
  expect(paid).toMatchObject({ paymentMethod: 'bank', receiptNumber: expect.any(String) })
  const [news] = await client.ask(notifications.list, {})
  expect(news).toMatchObject({ title: 'Your payment went through' })
})

test('without any event, the portal settles the bank payment by asking', async () => {
  const { client } = await onBankPage()
  bank.pay()
  await reconcileBank()
  await expect.poll(() => statusOf(client)).toBe('completed')
})

test('a payment that the bank refused says so, and another one can be started', async () => {
  const { client, id } = await onBankPage()
  bank.settle(bank.approve(), 'failed')
  const refused = await client.ask(payments.look, { id })
  expect(refused).toMatchObject({ status: 'failed', reason: expect.stringContaining("bank didn't make") })
  expect(await payByBank(client)).toMatchObject({ status: 'open' })
})

test('one delivery reports several payments, is repeated and reordered, and pays each of them once', async () => {
  const [first, other] = [await onBankPage(), await onBankPage()]
  const paid = [first, other].map(({ request }) => bank.pay({ request }))
  const events = [
    { type: 'mandates.created', links: { mandate: 'MD1' }, id: 'EVUNKNOWN' },
    ...paid.map(({ id }) => ({ type: 'payments.confirmed', links: { payment: id }, id: `EV${id}` })),
    ...[first, other].map(({ request: { id } }) => ({ ...fulfilled(id), id: `EV${id}` })),
    fulfilled('BRQSTRANGER'),
  ]
  const delivery = bank.deliveryOf(events)
  const answers = await Promise.all(
    [delivery, bank.deliveryOf(events.toReversed()), delivery].map(deliverBank),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { client } of [first, other]) {
    await expect.poll(() => statusOf(client)).toBe('completed')
    const { rows } = await portal.pool.query(
      "select id from audit where event = 'payment.made' and subject_id = $1",
      [client.user.id],
    )
    expect(rows).toHaveLength(1)
  }
})

test('an outdated response changes nothing that is settled: one receipt, one notification', async () => {
  const { client, id } = await onBankPage()
  const payment = bank.settle(bank.approve(), 'confirmed')
  const waiting = async () => {
    const { rows } = await portal.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length
  }
  const holder = await portal.pool.connect()
  await holder.query('begin')
  await holder.query(
    'insert into payment_receipts values (2026, 0) on conflict (year) do update set last = payment_receipts.last',
  )
  await deliverBank(bank.deliveryOf([{ type: 'payments.confirmed', links: { payment: payment.id } }]))
  await expect.poll(waiting).toBe(1)
  // Simulates a response that was given before the bank had paid.
  bank.settle(payment, 'submitted')
  const looked = client.ask(payments.look, { id })
  await expect.poll(waiting).toBe(2)
  await holder.query('commit')
  holder.release()
  expect(await looked).toMatchObject({ status: 'completed' })
  bank.settle(payment, 'confirmed')
  await reconcileBank()
  const [paid] = await madeBy(client)
  expect(paid?.receiptNumber).toBe((await looked).receiptNumber)
  expect((await client.ask(notifications.list, {})).filter(({ link }) => link?.includes(id))).toHaveLength(1)
})

test('a delivery of 250 events is accepted, and one that is unsigned, changed or has another secret gets 498', async () => {
  const many = Array.from({ length: 250 }, () => fulfilled('BRQSTRANGER'))
  expect(await deliverBank(bank.deliveryOf(many))).toMatchObject({ status: 200 })
  const { client, request } = await onBankPage()
  bank.pay()
  const eventDelivery = bank.deliveryOf([fulfilled(request.id)])
  const forged = [
    { ...eventDelivery, headers: { ...eventDelivery.headers, 'webhook-signature': '' } },
    { ...eventDelivery, payload: eventDelivery.payload.replace('"events"', ' "events"') },
    bank.deliveryOf([fulfilled(request.id)], 'another-secret'),
  ]
  for (const forgery of forged)
    expect(await deliverBank(forgery)).toMatchObject({ status: 498, body: { reason: 'signature_wrong' } })
  expect(await statusOf(client)).toBe('open')
})

test('a signed delivery that cannot be read is refused, and an unknown event does not hold up the others', async () => {
  for (const payload of ['{}', '{"events":7}'])
    expect(await deliverBank(bank.sign(payload))).toMatchObject({ status: 400 })
  const { client, request } = await onBankPage()
  bank.pay()
  const { events } = JSON.parse(bank.deliveryOf([fulfilled(request.id)]).payload)
  const strange = [{ id: 'EVBARE' }, { ...events[0], id: 'EVODD', action: null }]
  const payload = JSON.stringify({
    events: [...strange, ...events, { ...events[0], id: 'EV2', links: 'none' }],
  })
  expect(await deliverBank(bank.sign(payload))).toMatchObject({ status: 200 })
  await expect.poll(() => statusOf(client)).toBe('completed')
})

test('a charge of the wrong amount settles nothing', async () => {
  const { client, id } = await onBankPage()
  bank.pay({ amount: 100 })
  expect(await client.ask(payments.look, { id })).toMatchObject({ status: 'checking' })
  const { rows } = await portal.pool.query(
    "select details from audit where event = 'payment.mismatched' and subject_id = $1",
    [client.user.id],
  )
  expect(rows).toMatchObject([{ details: { asked: '34250 GBP', paid: '100 GBP' } }])
})

test('the firm sees an account in another name, but not the client’s own', async () => {
  const priya = await portal.staff('fee_earner')
  const seen = async (name: string) => {
    const { client, id } = await onBankPage()
    bank.pay({ name })
    await client.ask(payments.look, { id })
    return priya.ask(payments.ofClient, { id: client.user.id })
  }
  expect(await seen('MISS A OKAFOR')).toMatchObject([{ otherPayer: null, provider: 'gocardless' }])
  expect(await seen('Ben Marsh')).toMatchObject([{ otherPayer: 'Ben Marsh' }])
})

test('a client who switches between bank and card has the other page closed, and pays once', async () => {
  const { client, request } = await onBankPage()
  const card = await pay(client)
  expect(card).toMatchObject({ status: 'open', continueAt: stripe.newest().url })
  expect(request.status).toBe('cancelled')
  const session = stripe.newest()
  expect(await payByBank(client)).toMatchObject({ status: 'open', paymentMethod: 'bank' })
  expect(session.status).toBe('expired')
  expect((await madeBy(client)).map(({ status }) => status)).toEqual(['open', 'failed', 'failed'])
})

test('a client who has paid on one page is not sent to the other, even before an event arrives', async () => {
  const byBank = await onBankPage()
  bank.pay()
  await expect(pay(byBank.client)).rejects.toMatchObject({ reason: 'already_paid' })
  expect(await statusOf(byBank.client)).toBe('completed')
  const byCard = await portal.client()
  await pay(byCard)
  stripe.pay()
  await expect(payByBank(byCard)).rejects.toMatchObject({ reason: 'already_paid' })
  expect(await statusOf(byCard)).toBe('completed')
})

test('while the first page cannot be closed, no other is opened', async () => {
  const { client } = await onBankPage()
  const before = stripe.sessions.size
  bank.state.mood = 'is down'
  await expect(pay(client)).rejects.toMatchObject({ reason: 'processor_unavailable' })
  expect(stripe.sessions.size).toBe(before)
  expect(await statusOf(client)).toBe('open')
})

test('ten windows that press card and bank payment at once leave one page to pay on', async () => {
  const client = await portal.client()
  const pressed = Array.from({ length: 10 }, (_, n) =>
    n % 2 ? payByBank(client, `w${n}`) : pay(client, { key: `w${n}` }),
  )
  const answers = await Promise.allSettled(pressed)
  const given = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? (answer.value.continueAt ?? []) : [],
  )
  const byBank = bank.state.flows.filter(({ url }) => given.includes(url)).map(({ checkoutId }) => checkoutId)
  const payable = [
    ...new Set(byBank.filter((id) => bank.state.requests.get(id)?.status === 'pending')),
    // A closed page of Stripe no longer has a URL.
    ...[...stripe.sessions.values()].filter(({ url }) => url !== null && given.includes(url)),
  ]
  expect(given.length).toBeGreaterThan(0)
  expect(payable.length).toBeLessThanOrEqual(1)
})

test('a page without a payment within an hour is closed at GoCardless, and the task can be paid again', async () => {
  const { client, request } = await onBankPage()
  portal.wait(minutes(61))
  await reconcileBank()
  await expect.poll(() => statusOf(client)).toBe('failed')
  expect(request.status).toBe('cancelled')
})

test('after a crash between GoCardless’s response and our commit, the same billing request continues', async () => {
  const { client, id, request } = await onBankPage()
  const before = bank.state.requests.size
  await portal.pool.query('update payments set checkout_id = null where id = $1', [id])
  expect(await payByBank(client)).toMatchObject({ id, continueAt: bank.state.flows.at(-1)?.url })
  expect(bank.state.flows.at(-1)?.checkoutId).toBe(request.id)
  expect(bank.state.requests.size).toBe(before)
})

test('lost responses create no second billing request, and while GoCardless is down nothing is taken', async () => {
  const client = await portal.client()
  const before = bank.state.requests.size
  bank.state.mood = 'loses its answer'
  expect(await payByBank(client)).toMatchObject({ status: 'open' })
  expect(bank.state.requests.size).toBe(before + 1)
  const other = await portal.client()
  bank.state.mood = 'is down'
  await expect(payByBank(other)).rejects.toMatchObject({ reason: 'processor_unavailable' })
  expect(await statusOf(other)).toBe('failed')
})
