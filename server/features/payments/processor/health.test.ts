import { expect, test } from 'vitest'
import { portal as kit } from '#contract/kit/portal.ts'
import { paymentProcessor } from '#contract/payments/processor.ts'
import { openBankPortal } from '../testing/gocardless.ts'
import { pay } from '../testing.ts'

const { portal, stripe, admin, reconcile } = await openBankPortal()
const warnings = async (): Promise<string[]> =>
  (await portal.app.inject({ url: kit.health.path })).json().warnings
const soon = { interval: 300, timeout: 10_000 }
const warning = expect.stringContaining('Stripe didn')

test('the health says that Stripe refused the keys, until it takes them again or others are entered', async () => {
  const { secretKey, webhookSecret } = stripe.state
  expect(await warnings()).not.toContainEqual(warning)
  stripe.state.secretKey = 'sk_test_changed_at_stripe'
  const refused = { code: 'unavailable', reason: 'processor_unavailable' }
  await expect(pay(await portal.client())).rejects.toMatchObject(refused)
  await expect.poll(warnings, soon).toContainEqual(warning)
  await reconcile()
  expect(await warnings()).toContainEqual(warning)
  stripe.state.secretKey = secretKey
  await reconcile()
  await expect.poll(warnings, soon).not.toContainEqual(warning)

  stripe.state.secretKey = 'sk_test_changed_again'
  await expect(pay(await portal.client())).rejects.toMatchObject(refused)
  await expect.poll(warnings, soon).toContainEqual(warning)
  const next = { secretKey: 'sk_test_changed_again', webhookSecret, currentPassword: portal.password }
  await admin.ask(paymentProcessor.save, { isOn: true, ...next })
  await expect.poll(warnings, soon).not.toContainEqual(warning)
})
