import { expect, test } from 'vitest'
import { payments } from '#contract/payments/payments.ts'
import { bankPayments, paymentProcessor } from '#contract/payments/processor.ts'
import { openPortal } from '#server/testing/portal.ts'
import { openBankPortal } from './testing/gocardless.ts'

const { portal, bank, admin, payByBank, deliverBank } = await openBankPortal()

test('token and secret are kept encrypted, shown to nobody, in no line of the trail, and apart from Stripe’s', async () => {
  const shown = await admin.ask(bankPayments.show, {})
  expect(shown).toMatchObject({ isOn: true, hasSecretKey: true, hasWebhookSecret: true, mode: 'test' })
  expect(shown).toMatchObject({ webhookUrl: 'https://portal.example/api/payments/bank-events', events: [] })
  const { rows } = await portal.pool.query(
    `select p::text as text from payment_processors p
     union all select details::text from audit where event = 'payment_processor.changed'`,
  )
  expect(rows).toHaveLength(3)
  for (const { text } of [...rows, { text: JSON.stringify(shown) }])
    expect(text).not.toMatch(/sandbox_|standin/)
  expect(await admin.ask(paymentProcessor.show, {})).toMatchObject({ isOn: true, lastEventAt: null })
  await deliverBank(bank.deliveryOf([{ type: 'payments.confirmed', links: { payment: 'PM1' } }]))
  expect(await admin.ask(bankPayments.show, {})).toMatchObject({ lastEventAt: expect.any(Date) })
  expect(await admin.ask(paymentProcessor.show, {})).toMatchObject({ lastEventAt: null })
})

test('the test of the connection says what GoCardless accepts, what is missing, and what it does not tell', async () => {
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

test('clients are offered what is switched on; a test mode is held back while real payments are taken', async () => {
  const other = await openPortal({ isDemo: false })
  const [boss, ana] = [await other.staff('administrator'), await other.client()]
  const offered = () => ana.ask(payments.processor, {})
  await expect(boss.ask(bankPayments.save, { isOn: true })).rejects.toMatchObject({
    fields: { secretKey: expect.any(String), webhookSecret: expect.any(String) },
  })
  await expect(payByBank(ana)).rejects.toMatchObject({ reason: 'way_not_offered' })
  const webhookSecret = 'whsec_standin'
  await boss.ask(bankPayments.save, { isOn: true, secretKey: 'sandbox_abc', webhookSecret })
  expect(await offered()).toEqual({ isSandbox: false, ways: ['bank'], isTest: true })
  await boss.ask(paymentProcessor.save, { isOn: true, secretKey: 'sk_live_abc', webhookSecret })
  expect(await offered()).toEqual({ isSandbox: false, ways: ['card'], isTest: false })
  expect(await boss.ask(bankPayments.show, {})).toMatchObject({ isOn: true, isHeldBack: true })
  await boss.ask(bankPayments.save, { isOn: true, secretKey: 'live_abc', webhookSecret })
  expect(await offered()).toEqual({ isSandbox: false, ways: ['card', 'bank'], isTest: false })
  await expect(
    admin.ask(bankPayments.save, { isOn: true, secretKey: 'live_abc', webhookSecret }),
  ).rejects.toMatchObject({ fields: { secretKey: expect.stringContaining('sandbox token') } })
})
