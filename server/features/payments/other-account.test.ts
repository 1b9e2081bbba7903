import { expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { bankPayments, paymentProcessor } from '#contract/payments/processor.ts'
import { openGoCardless } from '#server/providers/payments/gocardless.ts'
import { openStripe } from '#server/providers/payments/stripe.ts'
import { openBankPortal } from './testing/gocardless.ts'
import { paymentOf, statusOf } from './testing/stripe.ts'
import { pay } from './testing.ts'

const { portal, stripe, bank, admin, tell, reconcile, onBankPage } = await openBankPortal()
const { secretKey } = stripe.state
const currentPassword = portal.password
const elsewhere = { isOn: true, secretKey: 'sk_test_elsewhere', currentPassword }
const back = { isOn: true, secretKey, currentPassword }

test('keys of another account are refused while payments of this one are open, with their number', async () => {
  const client = await portal.client()
  const { id, amount } = await pay(client)
  const attempt = admin.ask(paymentProcessor.save, elsewhere)
  await expect(attempt).rejects.toMatchObject({
    code: 'conflict',
    reason: 'other_account',
    message: expect.stringMatching(
      /another Stripe account\. 1 payment \(£[\d,.]+\).*Wait until it's finished/s,
    ),
  })
  expect(amount).toBeGreaterThan(0)
  // The keys have not changed, so the payment is still settled with them.
  stripe.pay()
  await client.ask(payments.look, { id })
  expect(await statusOf(client)).toBe('completed')
  // Now nothing is unfinished, so the change needs no confirmation.
  expect(await admin.ask(paymentProcessor.save, elsewhere)).toMatchObject({ isOn: true, mode: 'test' })
  await admin.ask(paymentProcessor.save, back)
})

test('payments left on purpose are never asked about at the wrong account, and settled once their keys are back', async () => {
  const client = await portal.client()
  const { id } = await pay(client)
  const session = stripe.pay()
  await admin.ask(paymentProcessor.save, { ...elsewhere, leavesPayments: true })
  const before = stripe.state.requests.length
  await client.ask(payments.look, { id })
  expect(stripe.state.requests).toHaveLength(before)
  // A client who may have a page open at the other account is not sent to a second one.
  await expect(pay(client)).rejects.toMatchObject({ reason: 'payment_running' })
  await admin.ask(paymentProcessor.save, back)
  await tell('checkout.session.completed', session)
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'completed' })
})

test('payments without a recorded account count as those of the current one', async () => {
  const client = await portal.client()
  const { id } = await pay(client)
  await portal.pool.query('update payments set processor_account = null where id = $1', [id])
  await expect(admin.ask(paymentProcessor.save, elsewhere)).rejects.toMatchObject({ reason: 'other_account' })
  await admin.ask(paymentProcessor.save, { ...elsewhere, leavesPayments: true })
  const { rows } = await portal.pool.query('select processor_account from payments where id = $1', [id])
  expect(rows).toEqual([{ processor_account: 'acct_1' }])
  await admin.ask(paymentProcessor.save, back)
  stripe.pay()
  await reconcile()
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'completed' })
})

test('another account at GoCardless is known by its first creditor, and refused while payments are unfinished', async () => {
  await onBankPage()
  const token = { isOn: true, secretKey: 'sandbox_elsewhere', currentPassword }
  await expect(admin.ask(bankPayments.save, token)).rejects.toMatchObject({
    reason: 'other_account',
    message: expect.stringContaining('another GoCardless account'),
  })
  bank.approve()
  expect(bank.state.token).toBe('sandbox_standin')
})

test('a key that may not read its account is accepted as before', async () => {
  stripe.state.forbidden = ['GET /v1/account']
  await pay(await portal.client())
  expect(await admin.ask(paymentProcessor.save, back)).toMatchObject({ isOn: true })
  stripe.state.forbidden = []
})

test('a portal started with keys of another account notifies the people who answer for money of unfinished payments', async () => {
  await admin.ask(paymentProcessor.save, back)
  const [left, next] = [await portal.client(), await portal.client()]
  await pay(left)
  const { hosted } = portal.ports
  portal.ports.hosted = {
    stripe: openStripe({
      connection: { secretKey: elsewhere.secretKey, webhookSecret: 'whsec_standin' },
      apiBase: stripe.url,
    }),
    gocardless: openGoCardless({ connection: null, apiBase: bank.url }),
  }
  // The stand-in opens no pages for the other account, but says which account the key belongs to.
  await pay(next).catch(() => {})
  portal.ports.hosted = hosted
  const received = await admin.ask(notifications.list, {})
  expect(received).toContainEqual(
    expect.objectContaining({ title: 'Payments are unfinished in another Stripe account' }),
  )
})
