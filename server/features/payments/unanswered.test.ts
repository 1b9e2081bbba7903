import { expect, test } from 'vitest'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { checkingWords } from '#contract/payments/payments.ts'
import { minutes, seconds } from '#server/platform/time/durations.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openPortal } from '#server/testing/portal.ts'
import { feesOf, lookUp, madeBy, openBank, pay } from './testing.ts'

const setUp = async () => {
  const { bank, processor } = openBank()
  const portal = await openPortal({ ports: { processor } })
  return { bank, portal, ana: await portal.client() }
}

test('a charge whose response is lost is checked and paid once, and the client is not asked to pay again', async () => {
  const { bank, portal, ana } = await setUp()
  Object.assign(bank, { mood: 'loses its answer', canFind: false })
  expect(await pay(ana, { key: 'a' })).toMatchObject({ status: 'checking', reason: checkingWords })
  expect((await feesOf(ana)).status).toBe('pending')
  const again = { code: 'conflict', reason: 'payment_running', message: checkingWords }
  await expect(pay(ana, { key: 'b' })).rejects.toMatchObject(again)

  Object.assign(bank, { mood: 'answers', canFind: true })
  await lookUp(portal)
  await expect.poll(async () => (await feesOf(ana)).status).toBe('completed')
  const [paid, ...others] = await madeBy(ana)
  expect(others).toEqual([])
  expect(paid).toMatchObject({ status: 'completed', isTest: false, reason: null })
  expect(bank.charged.size).toBe(1)
  expect(await pay(ana, { key: 'a' })).toEqual(paid)
  expect(await ana.ask(notifications.list, {})).toMatchObject([
    { title: 'Your payment went through', link: `/payments?payment=${paid?.id}` },
  ])
})

test('a demo account cannot be reset while one of its payments is being checked', async () => {
  const { bank, portal } = await setUp()
  const testuser = await portal.client({ username: testUsername })
  Object.assign(bank, { mood: 'loses its answer', canFind: false })
  await pay(testuser)
  const refusal = { code: 'conflict', message: expect.stringContaining('being checked with the bank') }
  await expect(testuser.ask(dashboard.resetTestUser, {})).rejects.toMatchObject(refusal)
  expect(await madeBy(testuser)).toMatchObject([{ status: 'checking' }])

  bank.canFind = true
  await lookUp(portal)
  await expect.poll(async () => (await feesOf(testuser)).status).toBe('completed')
  await testuser.ask(dashboard.resetTestUser, {})
  expect(await madeBy(testuser)).toEqual([])
})

test('the portal does not wait for a bank that hangs, and other requests are not held up', async () => {
  const { bank, portal, ana } = await setUp()
  Object.assign(bank, { mood: 'hangs', canFind: false })
  const people = await Promise.all(Array.from({ length: 15 }, () => portal.client()))
  const waiting = people.map((person) => pay(person))
  // More payments are pending than there are database connections, and this request needs one.
  expect((await feesOf(ana)).status).toBe('pending')
  for (const payment of await Promise.all(waiting)) expect(payment.status).toBe('checking')
  expect(bank.abandoned).toBe(people.length)
})

test('a payment that never reached the bank can be repeated, but only once that is certain', async () => {
  const { bank, portal, ana } = await setUp()
  bank.mood = 'is not reached'
  await pay(ana, { key: 'a' })
  bank.mood = 'answers'
  // Too early, then the first check that counts, and then the second one, which is final.
  for (const wait of [minutes(4), minutes(1), minutes(1)]) {
    await expect(pay(ana, { key: 'b' })).rejects.toMatchObject({ reason: 'payment_running' })
    portal.wait(wait)
    const before = bank.found
    await lookUp(portal)
    // The bank is asked before its answer is noted.
    await expectDone(portal, 'settlePayments')
    expect(bank.found).toBeGreaterThan(before)
  }
  await expect.poll(async () => (await madeBy(ana))[0]?.status).toBe('failed')
  expect((await madeBy(ana))[0]?.reason).toContain("You haven't been charged")
  const failedAgain = { code: 'declined', reason: 'failed' }
  await expect(pay(ana, { key: 'a' })).rejects.toMatchObject(failedAgain)
  expect(await pay(ana, { key: 'b' })).toMatchObject({ status: 'completed' })
  expect(bank.charged.size).toBe(1)
})

test('a card that turns out to be declined leaves the task open with the reason', async () => {
  const { bank, portal, ana } = await setUp()
  Object.assign(bank, { mood: 'loses its answer', canFind: false })
  const { id } = await pay(ana)
  bank.charged.set(id, { status: 'declined', reason: 'Your bank declined this card.' })
  Object.assign(bank, { mood: 'answers', canFind: true })
  await lookUp(portal)
  await expect.poll(async () => (await madeBy(ana))[0]?.status).toBe('declined')
  expect(await ana.ask(notifications.list, {})).toMatchObject([{ body: 'Your bank declined this card.' }])
  expect(await pay(ana)).toMatchObject({ status: 'completed' })
})

test('payments that cannot be settled do not hold up the others', async () => {
  const { bank, portal, ana } = await setUp()
  Object.assign(bank, { mood: 'loses its answer', canFind: false })
  const people = await Promise.all(Array.from({ length: 4 }, () => portal.client()))
  for (const person of [...people, ana]) await pay(person)
  // The tasks of these payments no longer exist.
  const isOther = 'update payments set task_id = gen_random_uuid() where client_id <> $1'
  await portal.pool.query(isOther, [ana.user.id])
  bank.canFind = true
  await lookUp(portal)
  await expect.poll(async () => (await feesOf(ana)).status).toBe('completed')
})

test('while the bank leaves payments unanswered, no further payments are accepted', async () => {
  const { bank, portal, ana } = await setUp()
  Object.assign(bank, { mood: 'is not reached', canFind: false })
  const people = await Promise.all(Array.from({ length: 5 }, () => portal.client()))
  for (const person of people) await pay(person)
  portal.wait(seconds(20))

  const refusal = { code: 'unavailable', reason: 'processor_unavailable', retryAfter: expect.any(Number) }
  await expect(pay(ana)).rejects.toMatchObject({ code: refusal.code, reason: refusal.reason })
  expect(await madeBy(ana)).toEqual([])
  portal.wait(minutes(2))
  bank.mood = 'answers'
  expect(await pay(ana)).toMatchObject({ status: 'completed' })
})
