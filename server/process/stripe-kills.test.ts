import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { openStripeStandIn } from '#server/providers/payments/testing/stripe.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'

const stripe = await openStripeStandIn({ clock: () => new Date() })
afterAll(() => stripe.close())
const connection = await freshDatabase()
const records = await openRecords(connection)
const environment = {
  DATABASE_URL: urlOf(connection),
  PORTICO_DATA: join(temporaryFolder(), 'data'),
  PORTICO_RATE_LIMIT: 'off',
  PORTICO_DEMO: '0',
  PORTICO_STRIPE_KEY: stripe.state.secretKey,
  PORTICO_STRIPE_WEBHOOK_SECRET: stripe.state.webhookSecret,
  PORTICO_STRIPE_URL: stripe.url,
}
let portal = await startOpened(environment)
const soon = { interval: 20, timeout: 20_000 }

async function openPayer() {
  const client = await newClientAt(() => portal.address)
  const fees = async () => {
    const task = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'payment')
    if (!task) throw new Error('the template asks for no payment')
    return task
  }
  const pay = async () => {
    const { id: taskId, amount } = await fees()
    return client.ask(payments.pay, { taskId, amount: amount ?? 0, currency: 'GBP', paymentMethod: 'card' })
  }
  const statuses = async () => (await client.ask(payments.list, {})).map(({ status }) => status)
  return { ...client, fees, pay, statuses }
}

/** Makes the portal ask at once what it would ask within a minute. */
async function letTimePass() {
  await records.rows(
    "update payments set created_at = created_at - interval '20 seconds' where status = 'open'",
  )
  await records.rows("select graphile_worker.add_job('settlePaymentPages')")
}

test('killed while the client pays at Stripe, the portal finds the payment, and the fees are paid once', async () => {
  const payer = await openPayer()
  expect(await payer.pay()).toMatchObject({ status: 'open', continueAt: stripe.newest().url })
  await portal.end('SIGKILL')
  stripe.pay()
  portal = await startOpened(environment)
  await letTimePass()
  await expect.poll(payer.statuses, soon).toEqual(['completed'])
  expect((await payer.fees()).status).toBe('completed')
  await expect(payer.pay()).rejects.toMatchObject({ reason: 'already_paid' })
})

test('killed between Stripe’s settlement and our commit, the portal asks again and settles once', async () => {
  const payer = await openPayer()
  const { id } = await payer.pay()
  stripe.pay()
  const letGo = await records.hold('lock table activities in access exclusive mode')
  const asking = payer.ask(payments.look, { id }).catch((error: Error) => error.message)
  await expect.poll(() => records.waiting('insert into "activities"'), soon).toBeGreaterThan(0)
  await portal.end('SIGKILL')
  await letGo()
  expect(await asking).toBe('fetch failed')
  portal = await startOpened(environment)
  await letTimePass()
  await expect.poll(payer.statuses, soon).toEqual(['completed'])
  const made = await records.rows(
    "select id from audit where event = 'payment.made' and details->>'paymentId' = $1",
    [id],
  )
  expect(made).toHaveLength(1)
})

test('killed before Stripe’s answer, the page that it opened is the one that the client is sent to', async () => {
  const payer = await openPayer()
  const before = stripe.sessions.size
  stripe.state.mood = 'hangs'
  const asking = payer.pay().catch((error: Error) => error.message)
  await expect.poll(() => stripe.sessions.size, soon).toBe(before + 1)
  await portal.end('SIGKILL')
  expect(await asking).toBe('fetch failed')
  stripe.state.mood = 'answers'
  portal = await startOpened(environment)
  expect(await payer.statuses()).toEqual(['open'])
  expect(await payer.pay()).toMatchObject({ status: 'open', continueAt: stripe.newest().url })
  expect(stripe.sessions.size).toBe(before + 1)
})
