import { expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { bankPayments, paymentProcessor } from '#contract/payments/processor.ts'
import { openGoCardless } from '#server/providers/payments/gocardless.ts'
import { openStripe } from '#server/providers/payments/stripe.ts'
import { openPortal } from '#server/testing/portal.ts'
import { openBankPortal } from '../testing/gocardless.ts'
import { madeBy, pay } from '../testing.ts'

const { portal, stripe, bank, admin, payByBank, deliverBank } = await openBankPortal()
const { secretKey } = stripe.state
const currentPassword = portal.password

test('the keys are stored encrypted, never shown, and not in the audit trail', async () => {
  const shown = await admin.ask(paymentProcessor.show, {})
  expect(shown).toMatchObject({ isOn: true, hasSecretKey: true, hasWebhookSecret: true, mode: 'test' })
  expect(shown.webhookUrl).toBe('https://portal.example/api/payments/events')
  expect(JSON.stringify(shown)).not.toMatch(/sk_|whsec_/)
  const { rows } = await portal.pool.query('select p::text as text from payment_processors p')
  const { rows: trail } = await portal.pool.query(
    "select details::text as text from audit where event = 'payment_processor.changed'",
  )
  expect(trail).toHaveLength(2)
  for (const { text } of [...rows, ...trail]) expect(text).not.toMatch(/sk_test|whsec/)
})

test('the others who answer for money are notified when keys change, and when it is switched off or on', async () => {
  const cashier = await portal.staff('cashier')
  const heard = async () =>
    (await cashier.ask(notifications.list, {})).filter(({ title }) => /^(The )?Stripe /.test(title))
  await admin.ask(paymentProcessor.save, { isOn: true })
  expect(await heard()).toEqual([])
  await admin.ask(paymentProcessor.save, { isOn: true, secretKey, currentPassword })
  expect(await heard()).toMatchObject([{ body: expect.stringContaining('changed them') }])
  await admin.ask(paymentProcessor.save, { isOn: false, currentPassword })
  await admin.ask(paymentProcessor.save, { isOn: true, currentPassword })
  expect((await heard()).map(({ title }) => title)).toEqual([
    'Stripe was switched on',
    'Stripe was switched off',
    'The Stripe keys have changed',
  ])
})

test('clients are told that cards are entered on Stripe’s page, and that it is test mode', async () => {
  const client = await portal.client()
  const expected = { isSandbox: false, ways: ['card', 'bank'], cardPlace: 'processor', isTest: true }
  expect(await client.ask(payments.processor, {})).toEqual(expected)
})

test('the test of the connection says what Stripe accepts and what is missing', async () => {
  const states = async (keys = {}) =>
    (await admin.ask(paymentProcessor.test, keys)).map(({ step, state }) => `${step} ${state}`)
  expect(await states({ secretKey: 'sk_test_wrong' })).toEqual(['key bad'])
  expect(await states()).toEqual(['key good', 'account good', 'webhook bad'])
  const { webhookUrl: url, events } = await admin.ask(paymentProcessor.show, {})
  stripe.state.webhookEndpoints.push({ id: 'we_1', url, status: 'enabled', enabled_events: events })
  expect(await states()).toEqual(['key good', 'account good', 'webhook good'])
  stripe.state.chargesEnabled = false
  expect(await states()).toContain('account bad')
  stripe.state.chargesEnabled = true
})

test('the test of the connection names each permission that a restricted key lacks', async () => {
  stripe.state.forbidden = ['GET /v1/refunds', 'GET /v1/balance_transactions']
  const checks = await admin.ask(paymentProcessor.test, {})
  stripe.state.forbidden = []
  expect(checks.filter(({ state }) => state === 'unknown')).toEqual([
    { step: 'refunds', state: 'unknown', words: expect.stringContaining('write Charges and Refunds') },
    { step: 'balance', state: 'unknown', words: expect.stringContaining('read Balance') },
  ])
})

test('Stripe cannot be enabled without its keys, and the demo refuses live keys', async () => {
  const other = await openPortal({ isDemo: false })
  const boss = await other.staff('administrator')
  await expect(boss.ask(paymentProcessor.save, { isOn: true })).rejects.toMatchObject({
    fields: { secretKey: expect.any(String), webhookSecret: expect.any(String) },
  })
  const live = { isOn: false, secretKey: 'sk_live_abc123', currentPassword }
  await expect(admin.ask(paymentProcessor.save, live)).rejects.toMatchObject({
    fields: { secretKey: expect.stringContaining('test key') },
  })
  expect(await boss.ask(paymentProcessor.save, live)).toMatchObject({ mode: 'live', isOn: false })
  // The signing secret of one mode is not valid in the other.
  await boss.ask(paymentProcessor.save, { ...live, webhookSecret: 'whsec_live' })
  expect(await boss.ask(paymentProcessor.save, { isOn: false, secretKey, currentPassword })).toMatchObject({
    mode: 'test',
    hasWebhookSecret: false,
  })
})

test('keys from start-up are used, and no page can change them', async () => {
  const hosted = {
    stripe: openStripe({ connection: { secretKey, webhookSecret: 'whsec_standin' }, apiBase: stripe.url }),
    gocardless: openGoCardless({ connection: null, apiBase: null }),
  }
  const other = await openPortal({ ports: { hosted } })
  const boss = await other.staff('administrator')
  expect(await boss.ask(paymentProcessor.show, {})).toMatchObject({ isFixed: true, isOn: true, mode: 'test' })
  await expect(boss.ask(paymentProcessor.save, { isOn: false })).rejects.toMatchObject({ reason: 'fixed' })
})

test('after disabling it, clients pay in the sandbox again, and payments already started are still settled', async () => {
  const [begun, next] = [await portal.client(), await portal.client()]
  const { id } = await pay(begun)
  await admin.ask(bankPayments.save, { isOn: false, currentPassword })
  await admin.ask(paymentProcessor.save, { isOn: false, currentPassword })
  expect(await pay(next)).toMatchObject({ status: 'completed', isTest: true })
  await expect(pay(begun)).rejects.toMatchObject({ reason: 'payment_running' })
  stripe.pay()
  await begun.ask(payments.look, { id })
  expect(await madeBy(begun)).toMatchObject([{ id, status: 'completed' }])
  await admin.ask(paymentProcessor.save, { isOn: true, currentPassword })
  await admin.ask(bankPayments.save, { isOn: true, currentPassword })
})

test('changing keys and switching off require the password: without a processor, no money moves', async () => {
  const keysOf = async () =>
    (await portal.pool.query('select sealed_secret_key, sealed_gocardless_secret from payment_processors'))
      .rows
  const before = await keysOf()
  const refused = {
    code: 'forbidden',
    reason: 'reauth_required',
    fields: { currentPassword: expect.any(String) },
  }
  await expect(admin.ask(paymentProcessor.save, { isOn: true, secretKey })).rejects.toMatchObject(refused)
  await expect(admin.ask(paymentProcessor.save, { isOn: false })).rejects.toMatchObject(refused)
  const webhookSecret = 'another-secret'
  await expect(admin.ask(bankPayments.save, { isOn: true, webhookSecret })).rejects.toMatchObject(refused)
  await expect(
    admin.ask(paymentProcessor.save, { isOn: true, secretKey, currentPassword: 'not this one' }),
  ).rejects.toMatchObject({ code: 'invalid', fields: { currentPassword: expect.any(String) } })
  expect(await keysOf()).toEqual(before)
  expect(await admin.ask(paymentProcessor.save, { isOn: true })).toMatchObject({ isOn: true })
})

test('token and secret are stored encrypted, never shown, not in the audit trail, and separate from Stripe’s', async () => {
  const shown = await admin.ask(bankPayments.show, {})
  expect(shown).toMatchObject({ isOn: true, hasSecretKey: true, hasWebhookSecret: true, mode: 'test' })
  expect(shown).toMatchObject({ webhookUrl: 'https://portal.example/api/payments/bank-events', events: [] })
  const { rows } = await portal.pool.query(
    `select p::text as text from payment_processors p
     union all select details::text from audit where event = 'payment_processor.changed'`,
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const { text } of [...rows, { text: JSON.stringify(shown) }])
    expect(text).not.toMatch(/sandbox_|standin/)
  expect(await admin.ask(paymentProcessor.show, {})).toMatchObject({ isOn: true, lastEventAt: null })
  await deliverBank(bank.deliveryOf([{ type: 'payments.confirmed', links: { payment: 'PM1' } }]))
  expect(await admin.ask(bankPayments.show, {})).toMatchObject({ lastEventAt: expect.any(Date) })
  expect(await admin.ask(paymentProcessor.show, {})).toMatchObject({ lastEventAt: null })
})

test('the test of the connection says what GoCardless accepts, what is missing, and what it does not reveal', async () => {
  const states = async (keys = {}) =>
    (await admin.ask(bankPayments.test, keys)).map(({ step, state }) => `${step} ${state}`)
  expect(await states({ secretKey: 'sandbox_wrong' })).toEqual(['key bad'])
  expect(await states()).toEqual(['key good', 'account good', 'webhook unknown'])
  const { webhookUrl: url } = await admin.ask(bankPayments.show, {})
  bank.state.webhooks.push({ id: 'WB1', url, successful: false })
  bank.state.mayRefund = false
  expect(await states()).toEqual(['key good', 'account good', 'webhook bad', 'refunds unknown'])
  bank.state.webhooks[0] = { id: 'WB2', url, successful: true }
  bank.state.verification = 'in_review'
  expect(await states()).toEqual(['key good', 'account bad', 'webhook good', 'refunds unknown'])
})

test('clients are offered the enabled providers, and none in test mode beside a live one', async () => {
  const other = await openPortal({ isDemo: false })
  const [boss, ana] = [await other.staff('administrator'), await other.client()]
  const offered = () => ana.ask(payments.processor, {})
  await expect(boss.ask(bankPayments.save, { isOn: true })).rejects.toMatchObject({
    fields: { secretKey: expect.any(String), webhookSecret: expect.any(String) },
  })
  await expect(payByBank(ana)).rejects.toMatchObject({ reason: 'way_not_offered' })
  const webhookSecret = 'whsec_standin'
  await boss.ask(bankPayments.save, { isOn: true, secretKey: 'sandbox_abc', webhookSecret, currentPassword })
  expect(await offered()).toEqual({ isSandbox: false, ways: ['bank'], cardPlace: 'processor', isTest: true })
  await boss.ask(paymentProcessor.save, {
    isOn: true,
    secretKey: 'sk_live_abc',
    webhookSecret,
    currentPassword,
  })
  expect(await offered()).toEqual({ isSandbox: false, ways: ['card'], cardPlace: 'processor', isTest: false })
  expect(await boss.ask(bankPayments.show, {})).toMatchObject({ isOn: true, isHeldBack: true })
  await boss.ask(bankPayments.save, { isOn: true, secretKey: 'live_abc', webhookSecret, currentPassword })
  expect(await offered()).toEqual({
    isSandbox: false,
    ways: ['card', 'bank'],
    cardPlace: 'processor',
    isTest: false,
  })
  await expect(
    admin.ask(bankPayments.save, { isOn: true, secretKey: 'live_abc', webhookSecret }),
  ).rejects.toMatchObject({ fields: { secretKey: expect.stringContaining('sandbox token') } })
})
