import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { webhooks } from '#contract/webhooks.ts'
import { paymentsJobs } from '#server/features/payments/jobs.ts'
import { days, minutes } from '#server/platform/time/durations.ts'
import { isSigned } from '#server/providers/webhooks/testing/receiver.ts'
import { webhookJobs } from './jobs.ts'
import { deliver, lease, pauses } from './service/deliver.ts'
import { openHooks, soon } from './testing/hooks.ts'

const {
  administrator,
  attempt,
  deliveriesOf,
  hook,
  jobContext,
  only,
  portal,
  real,
  receiver,
  remove,
  sender,
  standing,
  sweep,
} = await openHooks()

test('what is taken back with its transaction is told to nobody', async () => {
  const webhook = await hook('client.joined')
  const ana = await portal.client()
  await expect.poll(() => webhook.posts().length, soon).toBe(1)
  const again = { ...ana.user, password: portal.password, confirmPassword: portal.password }
  const { username, email, firstName, lastName, password, confirmPassword } = again
  await expect(
    portal.visitor().ask(accounts.register, {
      username,
      email,
      firstName,
      lastName,
      password,
      confirmPassword,
    }),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect(await deliveriesOf(webhook.id)).toHaveLength(1)
  await remove(webhook)
})

test('what is not taken is tried again for three days at growing pauses, with the same id', async () => {
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(days(3))
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  const webhook = await hook('client.joined')
  receiver.status = 500
  await portal.client()
  await attempt(webhook.id, 1)
  expect(await only(webhook.id)).toMatchObject({
    state: 'waiting',
    attempts: 1,
    answerStatus: 500,
    failure: 'It answered 500.',
    dueAt: new Date(portal.now().getTime() + (pauses[0] ?? 0)),
  })
  expect(await standing(webhook.id)).toMatchObject({ failingSince: portal.now() })
  portal.wait((pauses[0] ?? 0) - 1)
  await sweep()
  expect(webhook.posts()).toHaveLength(1)
  portal.wait(1)
  receiver.status = 204
  await attempt(webhook.id, 2)
  expect(await only(webhook.id)).toMatchObject({
    state: 'delivered',
    attempts: 2,
    answerStatus: 204,
    failure: null,
  })
  expect(new Set(webhook.posts().map(({ payload }) => payload.id)).size).toBe(1)
  expect(webhook.posts().every((delivery) => isSigned(delivery, webhook.secret))).toBe(true)
  expect(await standing(webhook.id)).toMatchObject({ failingSince: null })
  await remove(webhook)
})

test('after three days in vain it is switched off, administrators hear of it, and what failed is replayed', async () => {
  const webhook = await hook('client.joined')
  receiver.status = 503
  await portal.client()
  for (const [made, pause] of pauses.entries()) {
    await attempt(webhook.id, made + 1)
    portal.wait(pause)
  }
  // A second delivery, which has only started when the first is given up.
  await portal.client()
  const isGivenUp = async () => {
    await sweep()
    return (await standing(webhook.id)).state
  }
  await expect.poll(isGivenUp, soon).toBe('disabled')
  const failed = await deliveriesOf(webhook.id)
  expect(failed.map(({ state }) => state)).toEqual(['failed', 'failed'])
  const admin = await administrator()
  const { rows } = await portal.pool.query(
    `select details from audit where event = 'webhook.disabled' order by id desc limit 1`,
  )
  expect(rows[0]?.details).toMatchObject({ webhookId: webhook.id, host: new URL(webhook.url).host })
  const notified = await portal.pool.query(
    `select title from notifications where title = 'A webhook was switched off' limit 1`,
  )
  expect(notified.rows).toHaveLength(1)

  const [, first] = failed
  if (!first) throw new Error('nothing failed')
  await expect(admin.ask(webhooks.replay, { id: first.id })).rejects.toMatchObject({ reason: 'switched_off' })
  const before = webhook.posts().length
  await portal.client()
  expect(await deliveriesOf(webhook.id)).toHaveLength(2)
  receiver.status = 200
  await admin.ask(webhooks.turn, { id: webhook.id, isOn: true, password: portal.password })
  await admin.ask(webhooks.replay, { id: first.id })
  await expect.poll(() => webhook.posts().length, soon).toBe(before + 1)
  expect(webhook.posts().at(-1)?.payload.id).toBe(first.eventId)
  await remove(webhook)
})

test('a portal that dies between sending and noting it sends again, and the id tells that it is the same', async () => {
  const webhook = await hook('client.joined')
  sender.send = async (post) => {
    await real.send(post)
    throw new Error('the process was killed')
  }
  await portal.client()
  await expect.poll(() => webhook.posts().length, soon).toBe(1)
  const { id } = await only(webhook.id)
  expect(await only(webhook.id)).toMatchObject({ state: 'waiting', attempts: 1 })
  sender.send = real.send
  // While the claim lasts, another process may be sending it.
  expect(await deliver(jobContext, id)).toBeNull()
  portal.wait(lease)
  expect(await deliver(jobContext, id)).toBe(true)
  const [first, second] = webhook.posts()
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['portico-delivery']).toBe(first?.headers['portico-delivery'])
  expect(await deliver(jobContext, id)).toBeNull()
  await remove(webhook)
})

test('a system that hangs holds up no payment: deliveries share no worker with what asks a payment processor', () => {
  const ofPayments = Object.values(paymentsJobs(jobContext)).map(({ queue }) => queue)
  const { deliverWebhook, deliverWebhooks } = webhookJobs(jobContext)
  expect(ofPayments).toContain('money')
  for (const job of [deliverWebhook, deliverWebhooks]) expect(ofPayments).not.toContain(job?.queue)
})

test('of two who deliver at the same time, one does', async () => {
  const webhook = await hook('client.joined')
  receiver.status = 500
  await portal.client()
  await attempt(webhook.id, 1)
  portal.wait(minutes(1))
  const before = webhook.posts().length
  const { id } = await only(webhook.id)
  const both = await Promise.all([deliver(jobContext, id), deliver(jobContext, id)])
  expect(both.filter((done) => done !== null).length).toBeLessThanOrEqual(1)
  expect(webhook.posts().length - before).toBeLessThanOrEqual(1)
  await remove(webhook)
})

test('a new secret signs at once, and the old one beside it for a day', async () => {
  const webhook = await hook('client.joined')
  const { secret } = await webhook.admin.ask(webhooks.renewSecret, {
    id: webhook.id,
    password: portal.password,
  })
  await portal.client()
  await expect.poll(() => webhook.posts().length, soon).toBe(1)
  const [both] = webhook.posts()
  expect(both && isSigned(both, secret) && isSigned(both, webhook.secret)).toBe(true)
  portal.wait(days(1))
  await portal.client()
  await expect.poll(() => webhook.posts().length, soon).toBe(2)
  const later = webhook.posts()[1]
  expect(later && isSigned(later, secret)).toBe(true)
  expect(later && isSigned(later, webhook.secret)).toBe(false)
  await remove(webhook)
})

test('a redirect is not followed: it is an answer like any other', async () => {
  const webhook = await hook('client.joined')
  receiver.status = 307
  receiver.location = new URL('/elsewhere', receiver.url).href
  await portal.client()
  await attempt(webhook.id, 1)
  expect(await only(webhook.id)).toMatchObject({ answerStatus: 307, state: 'waiting' })
  expect(receiver.received.filter(({ path }) => path === '/elsewhere')).toEqual([])
  await remove(webhook)
})
