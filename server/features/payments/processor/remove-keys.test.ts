import { expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { bankPayments, paymentProcessor } from '#contract/payments/processor.ts'
import { openGoCardless } from '#server/providers/payments/gocardless.ts'
import { openStripe } from '#server/providers/payments/stripe.ts'
import { openBankPortal } from '../testing/gocardless.ts'
import { paymentOf } from '../testing/stripe.ts'
import { pay } from '../testing.ts'

const { portal, stripe, admin, tell, deliver, reconcile } = await openBankPortal()
const { webhookSecret } = stripe.state
const { password } = portal
const currentPassword = password
const live = 'sk_live_standin'

/** Keys that take real payments. A demo refuses them, and a portal that is none takes no client before it is set up. */
async function enterLiveKeys() {
  portal.ports.isDemo = false
  stripe.state.secretKey = live
  await admin.ask(paymentProcessor.save, { isOn: true, secretKey: live, webhookSecret, currentPassword })
  portal.ports.isDemo = true
}

test('the keys of a provider are removed with the password, and clients can no longer choose it', async () => {
  const [client, cashier] = [await portal.client(), await portal.staff('cashier')]
  await expect(admin.ask(bankPayments.removeSecret, { password: 'a guess at it' })).rejects.toMatchObject({
    code: 'invalid',
    fields: { password: expect.any(String) },
  })
  expect((await client.ask(payments.processor, {})).ways).toEqual(['card', 'bank'])
  const removed = await admin.ask(bankPayments.removeSecret, { password })
  expect(removed).toMatchObject({ isOn: false, hasSecretKey: false, hasWebhookSecret: false, mode: null })
  expect((await client.ask(payments.processor, {})).ways).toEqual(['card'])
  const { rows } = await portal.pool.query(
    'select sealed_gocardless_token as token, sealed_gocardless_secret as secret from payment_processors',
  )
  expect(rows).toEqual([{ token: null, secret: null }])
  expect((await cashier.ask(notifications.list, {}))[0]).toMatchObject({
    title: 'The GoCardless keys have been removed',
    body: expect.stringContaining('Clients can’t pay by GoCardless any more.'),
  })
  const trail = "select details from audit where event = 'payment_processor.keys_removed'"
  expect((await portal.pool.query(trail)).rows).toEqual([{ details: { provider: 'gocardless' } }])
  // Once more changes nothing.
  await admin.ask(bankPayments.removeSecret, { password })
  expect((await portal.pool.query(trail)).rows).toHaveLength(1)
})

test('a real payment that waits for its webhook is named before, kept meanwhile, and settled once the keys are back', async () => {
  await enterLiveKeys()
  const client = await portal.client()
  const { id } = await pay(client)
  await expect(admin.ask(paymentProcessor.removeSecret, { password })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'unfinished',
    message: expect.stringMatching(
      /^1 payment \(£[\d,.]+\) started at Stripe isn't finished.*stays as it is/s,
    ),
  })
  expect(await admin.ask(paymentProcessor.show, {})).toMatchObject({ isOn: true, hasSecretKey: true })
  await admin.ask(paymentProcessor.removeSecret, { password, leavesUnfinished: true })
  // The client pays on the page that is still open, and Stripe tells of it: it is refused, so Stripe repeats it.
  const session = stripe.pay()
  const event = stripe.eventOf('checkout.session.completed', session)
  expect(await deliver(event)).toMatchObject({ status: 400 })
  await reconcile()
  await client.ask(payments.look, { id })
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'open' })
  await expect(pay(client)).rejects.toMatchObject({ reason: 'payment_running' })
  await enterLiveKeys()
  await tell('checkout.session.completed', session)
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'completed' })
})

test('keys of another account that are entered after a removal are not asked about its payments', async () => {
  const client = await portal.client()
  const { id } = await pay(client)
  await portal.pool.query('update payments set processor_account = null where id = $1', [id])
  await admin.ask(paymentProcessor.removeSecret, { password, leavesUnfinished: true })
  const { rows } = await portal.pool.query('select processor_account from payments where id = $1', [id])
  expect(rows).toEqual([{ processor_account: 'acct_1' }])
  await enterLiveKeys()
  stripe.pay()
  await reconcile()
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'completed' })
})

test('keys that come from where the portal was started are not removed here', async () => {
  const { hosted } = portal.ports
  portal.ports.hosted = {
    stripe: openStripe({ connection: { secretKey: live, webhookSecret }, apiBase: stripe.url }),
    gocardless: openGoCardless({ connection: null, apiBase: null }),
  }
  await expect(admin.ask(paymentProcessor.removeSecret, { password })).rejects.toMatchObject({
    reason: 'fixed',
    message: expect.stringContaining('where the portal was started'),
  })
  portal.ports.hosted = hosted
  expect(await admin.ask(paymentProcessor.show, {})).toMatchObject({ hasSecretKey: true })
})
