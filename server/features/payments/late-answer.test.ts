import { expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import type { ChargeOutcome } from '#server/platform/ports/providers.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { type Client, openPortal, type Portal } from '#server/testing/portal.ts'
import { feesOf, lookUp, madeBy, openBank, pay } from './testing.ts'

/** A bank that responds to a charge when the test says so, and does not know the charge before that. */
const openSlowBank = () => {
  const { bank, processor } = openBank()
  const reached = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<ChargeOutcome | undefined>()
  const slow: typeof processor = {
    ...processor,
    timeout: 8000,
    charge: async ({ key }) => {
      reached.resolve()
      return (await answer.promise) ?? { status: 'paid', reference: key }
    },
  }
  return {
    bank,
    slow,
    prompt: processor,
    reached: reached.promise,
    answer: (outcome?: ChargeOutcome) => answer.resolve(outcome),
  }
}

const statusesOf = async (client: Client) => (await madeBy(client)).map(({ status }) => status)

/**
 * Moves that node's clock on until its lookups give the charge up. The clock moves again only after a lookup is done,
 * possibly by the other node, so that the session does not expire.
 */
const giveUp = async (portal: Portal, client: Client) => {
  do {
    portal.wait(minutes(3))
    await lookUp(portal)
    await expectDone(portal, 'settlePayments')
  } while ((await statusesOf(client))[0] !== 'failed')
}

/** One node's charge is in progress, and another node, which cannot know this, gives it up. */
const setUp = async () => {
  const connection = await freshDatabase()
  const { slow, prompt, reached, answer } = openSlowBank()
  const here = await openPortal({ connection, ports: { processor: slow } })
  const there = await openPortal({ connection, ports: { processor: prompt } })
  const ana = await here.client()
  const paying = pay(ana, { key: 'late' })
  await reached
  await giveUp(there, ana)
  return { there, ana, paying, answer }
}

/** The same person's browser, connected to another node. */
const at = (portal: Portal, client: Client): Client => {
  const visitor = portal.visitor()
  for (const [name, value] of client.jar) visitor.jar.set(name, value)
  return { ...visitor, user: client.user }
}

test('a charge that still waits for its response is never failed, however the clock jumps', async () => {
  const { bank, slow, reached, answer } = openSlowBank()
  const portal = await openPortal({ ports: { processor: slow } })
  const ana = await portal.client()
  const paying = pay(ana)
  await reached
  for (let jump = 0; jump < 4; jump += 1) {
    portal.wait(minutes(10))
    const before = bank.found
    await lookUp(portal)
    await expect.poll(() => bank.found).toBeGreaterThan(before)
  }
  expect(await statusesOf(ana)).toEqual(['checking'])
  answer()
  expect(await paying).toMatchObject({ status: 'completed' })
})

const inPortal = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/** Waits until the request is inside its command, and the command has finished. */
const untilBegun = async ({ pool }: Portal, taskId: string, ask: () => void) => {
  const count = async (state: string) => (await pool.query(`select ${inPortal} and ${state}`)).rowCount
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from tasks where id = $1 for update', [taskId])
  ask()
  await expect.poll(() => count("wait_event_type = 'Lock'")).toBe(1)
  await holder.query('commit')
  holder.release()
  await expect.poll(() => count("state <> 'idle'")).toBe(0)
}

test('a second window waits for the first: if that is declined, it is told so, and its own card is not charged', async () => {
  const { slow, reached, answer } = openSlowBank()
  const portal = await openPortal({ ports: { processor: slow } })
  const ana = await portal.client()
  const tries = [pay(ana, { key: 'first' })]
  await reached
  await untilBegun(portal, (await feesOf(ana)).id, () => tries.push(pay(ana, { key: 'second' })))
  answer({ status: 'declined', reason: "There isn't enough money on this card." })
  const [first, second] = await Promise.allSettled(tries)
  expect(first).toMatchObject({ reason: { code: 'declined' } })
  const message = expect.stringMatching(/did not go through. There isn't enough money/)
  expect(second).toMatchObject({ reason: { code: 'conflict', reason: 'payment_refused', message } })
  expect(await madeBy(ana)).toHaveLength(1)
})

test('a payment that was given up but taken after all is completed, and the client is notified', async () => {
  const { ana, paying, answer } = await setUp()
  answer()
  const paid = await paying
  expect(paid).toMatchObject({ status: 'completed', reason: null, receiptNumber: expect.any(String) })
  expect(await madeBy(ana)).toEqual([paid])
  expect((await feesOf(ana)).status).toBe('completed')
  const news = (await ana.ask(notifications.list, {})).map(({ title }) => title)
  expect(news.toSorted()).toEqual(['Your payment did not go through', 'Your payment went through'])
})

test('money that arrives late for a task that was taken back is recorded as due for refund', async () => {
  const { there, ana, paying, answer } = await setUp()
  await there.pool.query('delete from tasks where id = $1', [(await feesOf(ana)).id])
  answer()
  const late = await paying
  expect(late).toMatchObject({ status: 'refund_due', reason: expect.stringContaining('no longer needed') })
  expect(await madeBy(ana)).toEqual([late])
  const news = await ana.ask(notifications.list, {})
  expect(news).toContainEqual(expect.objectContaining({ title: 'You are owed a refund' }))
})

test('money that arrives late in addition to another payment is recorded as due for refund', async () => {
  const { there, ana, paying, answer } = await setUp()
  const second = await pay(at(there, ana), { key: 'second' })
  expect(second).toMatchObject({ status: 'completed' })
  answer()
  const late = await paying
  expect(late).toMatchObject({
    status: 'refund_due',
    reason: expect.stringContaining('We owe you this amount'),
  })

  expect(await madeBy(ana)).toEqual([second, late])
  expect(await pay(ana, { key: 'late' })).toEqual(late)
  expect((await feesOf(ana)).status).toBe('completed')
  const news = await ana.ask(notifications.list, {})
  expect(news).toContainEqual(
    expect.objectContaining({
      title: 'You are owed a refund',
      body: late.reason,
      link: `/payments?payment=${late.id}`,
    }),
  )
  const { rows } = await there.pool.query(
    "select details from audit where subject_id = $1 and details->>'status' = 'refund_due'",
    [ana.user.id],
  )
  expect(rows).toMatchObject([{ details: { paymentId: late.id, amount: '£342.50', reference: late.id } }])
  await expect(ana.ask(payments.receipt, { id: late.id })).rejects.toMatchObject({ reason: 'not_paid' })
})

test('a charge that the bank reports after it was given up is found and completed', async () => {
  const { bank, processor } = openBank()
  const portal = await openPortal({ ports: { processor } })
  const ana = await portal.client()
  bank.mood = 'is not reached'
  const { id } = await pay(ana)
  await giveUp(portal, ana)
  bank.charged.set(id, { status: 'paid', reference: 'at last' })
  await lookUp(portal)
  await expect.poll(() => statusesOf(ana)).toEqual(['completed'])
})
