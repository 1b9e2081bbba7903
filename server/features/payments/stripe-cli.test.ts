import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { payments } from '#contract/payments/payments.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openStripePortal, paymentOf } from './testing/stripe.ts'

const { portal, stripe, deliver, paid } = await openStripePortal()
const require = createRequire(import.meta.url)
const program = require.resolve('@stripe/cli/bin/shim.js')
const home = mkdtempSync(join(tmpdir(), 'portico-stripe-'))

/** Makes Stripe's own command line send the requests that cause an event. The stand-in posts the events. */
const trigger = async (event: string, ...overrides: string[]) => {
  const events: string[] = []
  const answers: Promise<unknown>[] = []
  stripe.state.onEvent = (type, object) => {
    events.push(type)
    answers.push(deliver(stripe.eventOf(type, object)))
  }
  const more = overrides.flatMap((override) => ['--override', override])
  const key = ['--api-key', stripe.state.secretKey, '--api-base', stripe.url]
  await promisify(execFile)(process.execPath, [program, 'trigger', event, ...key, ...more], {
    env: { ...process.env, XDG_CONFIG_HOME: home, STRIPE_CLI_TELEMETRY_OPTOUT: '1' },
  })
  await Promise.all(answers)
  await expectDone(portal, 'takeChargeEvent')
  return events
}

test('a refund by Stripe’s command line is recorded, and charges and disputes of others change nothing', async () => {
  const { client, id, intent } = await paid()
  expect(await trigger('charge.dispute.created')).toEqual(['charge.dispute.created'])
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'completed', refundedAmount: 0 })
  const cashier = await portal.staff('cashier')
  expect(await cashier.ask(payments.disputes, {})).toEqual([])

  expect(await trigger('charge.refunded', `refund:payment_intent=${intent.id}`)).toEqual(['charge.refunded'])
  expect(await paymentOf({ client, id })).toMatchObject({ status: 'refunded', refundedAmount: 34_250 })
})
