import { afterAll, beforeEach, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { matters } from '#contract/matters/matters.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { type WebhookEvent, type WebhookId, webhooks } from '#contract/webhooks.ts'
import { openJobContext } from '#server/platform/jobs/context.ts'
import type { WebhookSender } from '#server/platform/ports/providers.ts'
import { days, minutes } from '#server/platform/time/durations.ts'
import { openWebhookSender } from '#server/providers/webhooks/http.ts'
import { isSigned, openReceiver } from '#server/providers/webhooks/testing.ts'
import { openPortal } from '#server/testing/portal.ts'
import { webhookJobs } from './jobs.ts'
import { deliver, lease, pauses } from './service/deliver.ts'
import * as store from './store.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())
const real = openWebhookSender({ isLoopbackAllowed: true, timeout: 2000 })
let send: WebhookSender['send'] = real.send
const portal = await openPortal({ ports: { webhooks: { ...real, send: (post) => send(post) } } })
const jobContext = openJobContext({
  db: portal.db,
  ports: portal.ports,
  clock: portal.now,
  eventHandlers: [],
})
const jobs = webhookJobs(jobContext)
const sweep = async () => jobs.deliverWebhooks?.run({})

beforeEach(() => {
  receiver.received.length = 0
  receiver.status = 200
  receiver.location = ''
  send = real.send
})

// Sessions end while the clock of a test moves on by days.
const administrator = () => portal.staff('administrator')
const soon = { interval: 20, timeout: 10_000 }
let paths = 0

async function hook(...events: WebhookEvent[]) {
  const admin = await administrator()
  paths += 1
  const path = `/hook/${paths}`
  const { secret, ...webhook } = await admin.ask(webhooks.create, {
    url: new URL(path, receiver.url).href,
    events: events.length > 0 ? events : ['client.joined'],
  })
  const got = () =>
    receiver.received
      .filter((one) => one.path === path)
      .map((one) => ({ ...one, told: JSON.parse(one.body) }))
  return { ...webhook, secret, got, admin }
}
type Hook = Awaited<ReturnType<typeof hook>>

// Straight from the table: a sign-in for each look would take the test's whole time.
const deliveriesOf = (id: WebhookId) => store.listDeliveries(portal.db, id)
const only = async (id: WebhookId) => {
  const [delivery] = await deliveriesOf(id)
  if (!delivery) throw new Error('nothing was written')
  return delivery
}
const standing = (id: WebhookId) => store.get(portal.db, id)
const remove = ({ id }: Hook) => store.remove(portal.db, id)

/** Settles an attempt that is on its way, or makes the next one that is due. */
const attempt = async (id: WebhookId, attempts: number) => {
  await expect
    .poll(async () => {
      await sweep()
      const { attempts: made, state, failure } = await only(id)
      return made >= attempts && (state !== 'waiting' || failure !== null)
    }, soon)
    .toBe(true)
}

test('another system is told with a signature that it can check, and nothing that anybody typed', async () => {
  const { secret, got, ...webhook } = await hook('client.joined')
  const ana = await portal.client({ firstName: 'Amara', lastName: 'Okafor' })
  await expect.poll(() => got().length, soon).toBe(1)
  const [first] = got()
  if (!first) throw new Error('nothing came')
  expect(first.told).toEqual({
    id: expect.any(String),
    type: 'client.joined',
    createdAt: portal.now().toISOString(),
    data: { clientId: ana.user.id },
  })
  expect(first.headers).toMatchObject({
    'portico-event': 'client.joined',
    'content-type': 'application/json',
  })
  expect(isSigned(first, secret)).toBe(true)
  expect(isSigned({ ...first, body: `${first.body} ` }, secret)).toBe(false)
  expect(isSigned(first, `${secret}x`)).toBe(false)
  await expect.poll(async () => (await only(webhook.id)).state, soon).toBe('delivered')
  expect(await standing(webhook.id)).toMatchObject({ lastDeliveredAt: portal.now(), failingSince: null })
  const { rows } = await portal.pool.query('select * from webhooks')
  expect(JSON.stringify(rows)).not.toContain(secret)
  await remove({ ...webhook, secret, got })
})

test('what a client and the firm do is told by its event, each once', async () => {
  const webhook = await hook('task.completed', 'payment.paid', 'case.opened', 'case.closed')
  const { admin } = webhook
  const ana = await portal.client()
  const clientId = ana.user.id
  const all = await ana.ask(tasks.list, {})
  const due = all.find(({ kind }) => kind === 'payment')
  if (!due) throw new Error('nothing to pay')
  const paid = await ana.ask(payments.pay, {
    taskId: due.id,
    amount: due.amount ?? 0,
    currency: 'GBP',
    paymentMethod: 'card',
  })
  const { id: caseId, reference } = await admin.ask(matters.start, {
    clientId,
    title: 'Purchase of 1 Mill Lane',
    type: 'Property',
    priority: 'low',
    description: 'A flat',
    whose: 'firm',
    nextStep: 'We look at it',
  })
  await admin.ask(matters.firmClose, { id: caseId })
  const told = () =>
    webhook
      .got()
      .map(({ told: { type, data } }) => ({ type, data }))
      .sort((a, b) => (a.type < b.type ? -1 : 1))
  await expect.poll(() => told().length, soon).toBe(4)
  expect(told()).toEqual([
    { type: 'case.closed', data: { clientId, caseId, reference } },
    { type: 'case.opened', data: { clientId, caseId, reference } },
    {
      type: 'payment.paid',
      data: { clientId, paymentId: paid.id, taskId: due.id, amount: due.amount, currency: 'GBP' },
    },
    { type: 'task.completed', data: { clientId, taskId: due.id, kind: 'payment', outcome: null } },
  ])
  expect(JSON.stringify(told())).not.toContain('Mill Lane')
  await remove(webhook)
})

test('what is taken back with its transaction is told to nobody', async () => {
  const webhook = await hook('client.joined')
  const ana = await portal.client()
  await expect.poll(() => webhook.got().length, soon).toBe(1)
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
  expect(webhook.got()).toHaveLength(1)
  portal.wait(1)
  receiver.status = 204
  await attempt(webhook.id, 2)
  expect(await only(webhook.id)).toMatchObject({
    state: 'delivered',
    attempts: 2,
    answerStatus: 204,
    failure: null,
  })
  expect(new Set(webhook.got().map(({ told }) => told.id)).size).toBe(1)
  expect(webhook.got().every((one) => isSigned(one, webhook.secret))).toBe(true)
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
  // A second one, which has only begun when the first is given up.
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
  const told = await portal.pool.query(
    `select title from notifications where title = 'A webhook was switched off' limit 1`,
  )
  expect(told.rows).toHaveLength(1)

  const [, first] = failed
  if (!first) throw new Error('nothing failed')
  await expect(admin.ask(webhooks.replay, { id: first.id })).rejects.toMatchObject({ reason: 'switched_off' })
  const before = webhook.got().length
  await portal.client()
  expect(await deliveriesOf(webhook.id)).toHaveLength(2)
  receiver.status = 200
  await admin.ask(webhooks.turn, { id: webhook.id, isOn: true })
  await admin.ask(webhooks.replay, { id: first.id })
  await expect.poll(() => webhook.got().length, soon).toBe(before + 1)
  expect(webhook.got().at(-1)?.told.id).toBe(first.eventId)
  await remove(webhook)
})

test('a portal that dies between sending and noting it sends again, and the id tells that it is the same', async () => {
  const webhook = await hook('client.joined')
  send = async (post) => {
    await real.send(post)
    throw new Error('the process was killed')
  }
  await portal.client()
  await expect.poll(() => webhook.got().length, soon).toBe(1)
  const { id } = await only(webhook.id)
  expect(await only(webhook.id)).toMatchObject({ state: 'waiting', attempts: 1 })
  send = real.send
  // Whoever still holds it may be sending it.
  expect(await deliver(jobContext, id)).toBeNull()
  portal.wait(lease)
  expect(await deliver(jobContext, id)).toBe(true)
  const [first, second] = webhook.got()
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['portico-delivery']).toBe(first?.headers['portico-delivery'])
  expect(await deliver(jobContext, id)).toBeNull()
  await remove(webhook)
})

test('of two who deliver at the same time, one does', async () => {
  const webhook = await hook('client.joined')
  receiver.status = 500
  await portal.client()
  await attempt(webhook.id, 1)
  portal.wait(minutes(1))
  const before = webhook.got().length
  const { id } = await only(webhook.id)
  const both = await Promise.all([deliver(jobContext, id), deliver(jobContext, id)])
  expect(both.filter((done) => done !== null).length).toBeLessThanOrEqual(1)
  expect(webhook.got().length - before).toBeLessThanOrEqual(1)
  await remove(webhook)
})

test('a new secret signs at once, and the old one beside it for a day', async () => {
  const webhook = await hook('client.joined')
  const { secret } = await webhook.admin.ask(webhooks.renewSecret, { id: webhook.id })
  await portal.client()
  await expect.poll(() => webhook.got().length, soon).toBe(1)
  const [both] = webhook.got()
  expect(both && isSigned(both, secret) && isSigned(both, webhook.secret)).toBe(true)
  portal.wait(days(1))
  await portal.client()
  await expect.poll(() => webhook.got().length, soon).toBe(2)
  const later = webhook.got()[1]
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

test('a test is sent to whoever asks for no event at all, and tells what came back', async () => {
  const webhook = await hook('case.closed')
  receiver.status = 401
  await webhook.admin.ask(webhooks.test, { id: webhook.id })
  await attempt(webhook.id, 1)
  expect(await only(webhook.id)).toMatchObject({ type: 'webhook.test', answerStatus: 401 })
  await remove(webhook)
})

test('a webhook that is switched off is told nothing, not even what waited', async () => {
  const webhook = await hook('client.joined')
  receiver.status = 0
  await portal.client()
  await attempt(webhook.id, 1)
  expect((await only(webhook.id)).failure).toMatch(/^The connection failed \(/)
  await (await administrator()).ask(webhooks.turn, { id: webhook.id, isOn: false })
  await portal.client()
  expect(await deliveriesOf(webhook.id)).toMatchObject([
    { state: 'failed', failure: 'The webhook was switched off before this was sent.' },
  ])
  await remove(webhook)
})

test('a restricted case is told to no other system', async () => {
  const webhook = await hook('case.closed', 'case.opened')
  const ana = await portal.client()
  const { admin } = webhook
  const { id } = await admin.ask(matters.start, {
    clientId: ana.user.id,
    title: 'Quiet',
    type: 'Property',
    priority: 'low',
    description: 'x',
    whose: 'firm',
    nextStep: 'y',
  })
  await portal.pool.query('update matters set is_restricted = true where id = $1', [id])
  await portal.pool.query('insert into matter_access (matter_id, member_id) values ($1, $2)', [
    id,
    admin.user.id,
  ])
  await admin.ask(matters.firmClose, { id })
  expect((await deliveriesOf(webhook.id)).map(({ type }) => type)).toEqual(['case.opened'])
  await remove(webhook)
})

test.each([
  'http://192.168.1.10/hook',
  'https://192.168.1.10/hook',
  'https://[fd00::1]/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://0x0a.1/hook',
  'https://user:secret@93.184.216.34/hook',
  'ftp://93.184.216.34/hook',
  'not an address',
])('%s is refused when it is entered', async (url) => {
  const admin = await administrator()
  await expect(admin.ask(webhooks.create, { url, events: ['client.joined'] })).rejects.toMatchObject({
    code: 'invalid',
    fields: { url: expect.any(String) },
  })
})

test('an administrator sees how each stands, and removes one with its deliveries', async () => {
  const { id, admin, url } = await hook('client.joined')
  expect(await admin.ask(webhooks.list, {})).toMatchObject([{ id, url, state: 'on', lastDeliveredAt: null }])
  await portal.client()
  expect(await admin.ask(webhooks.deliveries, { id })).toMatchObject([{ type: 'client.joined' }])
  await admin.ask(webhooks.remove, { id })
  expect(await admin.ask(webhooks.list, {})).toEqual([])
  await expect(admin.ask(webhooks.deliveries, { id })).rejects.toMatchObject({ code: 'not_found' })
})
