import { expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { paymentProcessor } from '#contract/payments/processor.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openStripePortal, paymentOf, statusOf, taskStatusOf } from './testing/stripe.ts'
import { madeBy, pay } from './testing.ts'

const publishableKey = 'pk_test_standin'
const { portal, stripe, admin, tell, reconcile } = await openStripePortal({
  form: { cardPlace: 'portal', publishableKey },
})
const currentPassword = portal.password
const { forms } = stripe

/** A client on the portal's page with Stripe's form. */
const inForm = async () => {
  const client = await portal.client()
  const begun = await pay(client)
  return { client, id: begun.id, intent: forms.newest(), begun }
}

test('a payment leads to a page of the portal, whose form has the amount that is due and Stripe’s own secret', async () => {
  const { client, id, intent, begun } = await inForm()
  expect(begun).toMatchObject({ status: 'open', continueAt: `/payments/card/${id}`, amount: 34_250 })
  expect(intent).toMatchObject({ amount: 34_250, currency: 'gbp', metadata: { payment: id } })
  const { payment, form } = await client.ask(payments.form, { id })
  expect(payment).toMatchObject({ id, status: 'open' })
  expect(form).toEqual({ clientSecret: intent.client_secret, publishableKey })
  expect(await client.ask(payments.processor, {})).toMatchObject({ cardPlace: 'portal', ways: ['card'] })
})

test('the secret of a form is written down nowhere', async () => {
  const { client, id, intent } = await inForm()
  await client.ask(payments.form, { id })
  const { rows } = await portal.pool.query(
    "select count(*)::int as found from payments p where p::text like '%' || $1 || '%'",
    [intent.client_secret],
  )
  expect(rows).toEqual([{ found: 0 }])
  expect(JSON.stringify(await client.ask(payments.list, {}))).not.toContain('_secret_')
})

test('one client is not told the secret of another’s form, and neither is a visitor', async () => {
  const { id } = await inForm()
  const other = await portal.client()
  await expect(other.ask(payments.form, { id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(portal.visitor().ask(payments.form, { id })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('who has paid in the form sees it settled, by wallet or card, and is given no form again', async () => {
  const { client, id, intent } = await inForm()
  forms.pay({ intent, wallet: 'google_pay' })
  expect(await client.ask(payments.look, { id })).toMatchObject({
    status: 'completed',
    paymentMethod: 'google_pay',
    receiptNumber: expect.any(String),
  })
  expect(await taskStatusOf(client)).toBe('completed')
  expect(await client.ask(payments.form, { id })).toMatchObject({
    payment: { status: 'completed' },
    form: null,
  })
  await expect(pay(client)).rejects.toMatchObject({ reason: 'already_paid' })
})

test('a form that was paid in another tab is not offered, though no event and no look has told of it', async () => {
  const { client, id, intent } = await inForm()
  forms.pay({ intent })
  expect(await client.ask(payments.form, { id })).toMatchObject({
    payment: { status: 'completed' },
    form: null,
  })
})

test('a client who closes the browser has paid all the same: the event settles it once, in any order', async () => {
  const { client, intent } = await inForm()
  forms.process(intent)
  await tell('payment_intent.processing', intent)
  expect(await statusOf(client)).toBe('checking')
  forms.pay({ intent })
  await tell('payment_intent.succeeded', intent)
  await tell('payment_intent.payment_failed', { ...intent, status: 'requires_payment_method' })
  await tell('payment_intent.processing', { ...intent, status: 'processing' })
  await tell('payment_intent.succeeded', intent)
  await expect.poll(() => statusOf(client)).toBe('completed')
  const { rows } = await portal.pool.query(
    "select id from audit where event = 'payment.made' and subject_id = $1",
    [client.user.id],
  )
  expect(rows).toHaveLength(1)
})

test('a declined card leaves the form open for another one, and what the bank refused later opens it again', async () => {
  const { client, id, intent } = await inForm()
  forms.decline(intent)
  await tell('payment_intent.payment_failed', intent)
  expect(await client.ask(payments.form, { id })).toMatchObject({
    payment: { status: 'open' },
    form: { publishableKey },
  })
  forms.process(intent)
  expect(await client.ask(payments.form, { id })).toMatchObject({
    payment: { status: 'checking' },
    form: null,
  })
  forms.decline(intent)
  expect(await client.ask(payments.look, { id })).toMatchObject({ status: 'open' })
  forms.pay({ intent })
  expect(await client.ask(payments.look, { id })).toMatchObject({ status: 'completed' })
})

test('pressing Pay again leads to the same form; one that was cancelled at Stripe is replaced', async () => {
  const { client, id, intent } = await inForm()
  const before = forms.intents.size
  expect(await pay(client)).toMatchObject({ id, continueAt: `/payments/card/${id}` })
  expect(forms.intents.size).toBe(before)
  Object.assign(intent, { status: 'canceled' })
  await tell('payment_intent.canceled', intent)
  await expect.poll(() => statusOf(client)).toBe('failed')
  const again = await pay(client)
  expect(again.id).not.toBe(id)
  expect((await madeBy(client)).map(({ status }) => status)).toEqual(['open', 'failed'])
})

test('a form whose answer was lost is asked for again by the same key, and is one', async () => {
  const client = await portal.client()
  const before = forms.intents.size
  stripe.state.mood = 'loses its answer'
  const begun = await pay(client).finally(() => {
    stripe.state.mood = 'answers'
  })
  expect(begun).toMatchObject({ status: 'open', continueAt: `/payments/card/${begun.id}` })
  expect(forms.intents.size).toBe(before + 1)
})

test('what was paid is compared: another sum, or the mark of another payment, settles nothing', async () => {
  const [short, victim, thief] = [await inForm(), await inForm(), await inForm()]
  forms.pay({ intent: short.intent, amount: 100 })
  expect(await short.client.ask(payments.look, { id: short.id })).toMatchObject({ status: 'checking' })
  forms.pay({ intent: thief.intent })
  await tell('payment_intent.succeeded', { ...thief.intent, metadata: { payment: victim.id } })
  expect(await statusOf(victim.client)).not.toBe('completed')
  // Of another system that uses the same account.
  expect(await tell('payment_intent.succeeded', { ...thief.intent, metadata: {} })).toMatchObject({
    status: 200,
  })
})

test('a name on the card that is not the client’s is shown to the firm, as with a page of Stripe’s own', async () => {
  const priya = await portal.staff('fee_earner')
  const { client, id, intent } = await inForm()
  forms.pay({ intent, name: 'Ben Marsh' })
  await client.ask(payments.look, { id })
  expect(await priya.ask(payments.ofClient, { id: client.user.id })).toMatchObject([
    { otherPayer: 'Ben Marsh' },
  ])
})

test('what was paid in the form is refunded and disputed as every other payment', async () => {
  const { client, id, intent } = await inForm()
  forms.pay({ intent })
  await client.ask(payments.look, { id })
  const dispute = stripe.reversals.dispute(intent)
  await tell('charge.dispute.created', dispute)
  await expect.poll(() => statusOf(client)).toBe('disputed')
  Object.assign(dispute, { status: 'won' })
  await tell('charge.dispute.closed', dispute)
  await expect.poll(() => statusOf(client)).toBe('completed')
  stripe.reversals.refund(intent)
  await tell('charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: intent.id })
  await expect
    .poll(() => paymentOf({ client, id }))
    .toMatchObject({ status: 'refunded', refundedAmount: 34_250 })
})

test('no card number goes to Stripe by us, and its requests have published parameters alone', async () => {
  await inForm()
  for (const { body } of stripe.state.requests) expect(decodeURIComponent(body)).not.toMatch(/\d{13,}|card\[/)
})

test('where cards are entered is changed with the password, and whoever answers for money is told', async () => {
  const cashier = await portal.staff('cashier')
  const wanted = { isOn: true, cardPlace: 'processor' } as const
  await expect(admin.ask(paymentProcessor.save, wanted)).rejects.toMatchObject({ reason: 'reauth_required' })
  expect(await admin.ask(paymentProcessor.show, {})).toMatchObject({ cardPlace: 'portal' })
  await admin.ask(paymentProcessor.save, { ...wanted, currentPassword })
  await admin.ask(paymentProcessor.save, { isOn: true, cardPlace: 'portal', currentPassword })
  const heard = (await cashier.ask(notifications.list, {})).filter(({ title }) => title.startsWith('Where'))
  expect(heard.map(({ body }) => body)).toEqual([
    expect.stringContaining('in the portal, in a form that runs Stripe’s script'),
    expect.stringContaining('on Stripe’s page'),
  ])
})

test('where the firm goes back to Stripe’s page, a form that was begun is finished, and new payments begin there', async () => {
  const begun = await inForm()
  await admin.ask(paymentProcessor.save, { isOn: true, cardPlace: 'processor', currentPassword })
  expect(await begun.client.ask(payments.form, { id: begun.id })).toMatchObject({ form: { publishableKey } })
  const other = await portal.client()
  const { id, continueAt } = await pay(other)
  expect(continueAt).toBe(stripe.newest().url)
  // What was begun on Stripe's page has no form.
  expect(await other.ask(payments.form, { id })).toMatchObject({ payment: { status: 'open' }, form: null })
  await admin.ask(paymentProcessor.save, { isOn: true, cardPlace: 'portal', currentPassword })
})

test('the form needs a publishable key of the same mode, which asks for the password and is no secret', async () => {
  const save = (change: object) =>
    admin.ask(paymentProcessor.save, { isOn: true, cardPlace: 'portal', ...change })
  await expect(save({ publishableKey: 'pk_live_other', currentPassword })).rejects.toMatchObject({
    fields: { publishableKey: 'Please enter the publishable key of the same mode as the secret key' },
  })
  await expect(save({ publishableKey: 'sk_test_secret', currentPassword })).rejects.toMatchObject({
    fields: { publishableKey: expect.stringContaining('pk_') },
  })
  await expect(save({ publishableKey: 'pk_test_other' })).rejects.toMatchObject({ reason: 'reauth_required' })
  const shown = await admin.ask(paymentProcessor.show, {})
  expect(shown).toMatchObject({ cardPlace: 'portal', publishableKey })
  expect(shown.events).toContain('payment_intent.succeeded')
})

test('the test of the connection asks for the events of the form where it is used, and for no more where it is not', async () => {
  const endpoint = (events: string[]) => {
    const url = 'https://portal.example/api/payments/events'
    stripe.state.webhookEndpoints = [{ id: 'we_1', url, status: 'enabled', enabled_events: events }]
  }
  const webhook = async (cardPlace: 'portal' | 'processor') =>
    (await admin.ask(paymentProcessor.test, { cardPlace })).find(({ step }) => step === 'webhook')
  const { events } = await admin.ask(paymentProcessor.show, {})
  endpoint(events.filter((type) => !type.startsWith('payment_intent.')))
  expect(await webhook('processor')).toMatchObject({ state: 'good' })
  expect(await webhook('portal')).toMatchObject({ state: 'bad' })
  endpoint(events)
  expect(await webhook('portal')).toMatchObject({ state: 'good' })
})

// Last: everybody's session is over by then.
test('a form that nobody pays in is cancelled at Stripe within the hour, so that nothing is taken later', async () => {
  const { client, intent } = await inForm()
  portal.wait(minutes(61))
  await reconcile()
  await expect.poll(() => statusOf(client)).toBe('failed')
  expect(intent).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
})
