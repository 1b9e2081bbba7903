import { expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { webhooks } from '#contract/webhooks.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { isSigned } from '#server/providers/webhooks/testing/receiver.ts'
import type { Client } from '#server/testing/portal.ts'
import { openHooks, soon } from './testing/hooks.ts'

const { administrator, attempt, deliveriesOf, hook, only, portal, receiver, remove, standing, sweep } =
  await openHooks()

test('another system is told with a signature that it can check, and nothing that anybody typed', async () => {
  const { secret, posts, ...webhook } = await hook('client.joined')
  const ana = await portal.client({ firstName: 'Amara', lastName: 'Okafor' })
  await expect.poll(() => posts().length, soon).toBe(1)
  const [first] = posts()
  if (!first) throw new Error('nothing came')
  expect(first.payload).toEqual({
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
  await remove(webhook)
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
  const receivedEvents = () =>
    webhook
      .posts()
      .map(({ payload: { type, data } }) => ({ type, data }))
      .sort((a, b) => (a.type < b.type ? -1 : 1))
  await expect.poll(() => receivedEvents().length, soon).toBe(4)
  expect(receivedEvents()).toEqual([
    { type: 'case.closed', data: { clientId, caseId, reference } },
    { type: 'case.opened', data: { clientId, caseId, reference } },
    {
      type: 'payment.paid',
      data: { clientId, paymentId: paid.id, taskId: due.id, amount: due.amount, currency: 'GBP' },
    },
    { type: 'task.completed', data: { clientId, taskId: due.id, kind: 'payment', outcome: null } },
  ])
  expect(JSON.stringify(receivedEvents())).not.toContain('Mill Lane')
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
  expect((await only(webhook.id)).failure).toMatch(/^The connection was cut off\./)
  await (await administrator()).ask(webhooks.turn, {
    id: webhook.id,
    isOn: false,
    password: portal.password,
  })
  await portal.client()
  expect(await deliveriesOf(webhook.id)).toMatchObject([
    { state: 'failed', failure: 'The webhook was switched off before this was sent.' },
  ])
  await remove(webhook)
})

test('what was written while a webhook was being switched off is not sent', async () => {
  const webhook = await hook('client.joined')
  receiver.status = 500
  await portal.client()
  await attempt(webhook.id, 1)
  receiver.status = 200
  // The state that a transaction leaves if it had begun before the switch.
  await portal.pool.query("update webhooks set state = 'disabled' where id = $1", [webhook.id])
  portal.wait(minutes(2))
  const before = webhook.posts().length
  await expect
    .poll(async () => {
      await sweep()
      return (await only(webhook.id)).state
    }, soon)
    .toBe('failed')
  expect(webhook.posts()).toHaveLength(before)
  await remove(webhook)
})

const startQuiet = async ({ admin }: { admin: Client }) =>
  admin.ask(matters.start, {
    clientId: (await portal.client()).user.id,
    title: 'Quiet',
    type: 'Property',
    priority: 'low',
    description: 'x',
    whose: 'firm',
    nextStep: 'y',
  })

test('a restricted case is told to no other system', async () => {
  const webhook = await hook('case.closed', 'case.opened')
  const { admin } = webhook
  const { id } = await startQuiet(webhook)
  await portal.pool.query('update matters set is_restricted = true where id = $1', [id])
  await portal.pool.query('insert into matter_access (matter_id, member_id) values ($1, $2)', [
    id,
    admin.user.id,
  ])
  await admin.ask(matters.firmClose, { id })
  expect((await deliveriesOf(webhook.id)).map(({ type }) => type)).toEqual(['case.opened'])
  await remove(webhook)
})

test('what was announced of a case before it was restricted is shown only to those who may know of it, and not sent', async () => {
  const webhook = await hook('case.opened')
  receiver.status = 500
  const { id } = await startQuiet(webhook)
  await attempt(webhook.id, 1)
  const delivery = await only(webhook.id)
  await webhook.admin.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  const other = await administrator()
  expect(await other.ask(webhooks.deliveries, { id: webhook.id })).toEqual([])
  await expect(other.ask(webhooks.replay, { id: delivery.id })).rejects.toMatchObject({ code: 'not_found' })
  receiver.status = 200
  portal.wait(minutes(2))
  const before = webhook.posts().length
  await sweep()
  const failure = 'The case was restricted before this was sent.'
  expect(await webhook.admin.ask(webhooks.deliveries, { id: webhook.id })).toMatchObject([
    { state: 'failed', failure },
  ])
  await webhook.admin.ask(webhooks.replay, { id: delivery.id })
  await expect.poll(async () => (await only(webhook.id)).state, soon).toBe('failed')
  expect(webhook.posts()).toHaveLength(before)
  await remove(webhook)
})

test.each([
  'http://192.168.1.10/hook',
  'https://192.168.1.10/hook',
  'https://[fd00::1]/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://0x0a.1/hook',
  'https://user:secret@93.184.216.34/hook',
])('%s is an address that nothing is sent to, and is refused when it is entered', async (url) => {
  const admin = await administrator()
  await expect(
    admin.ask(webhooks.create, { url, events: ['client.joined'], password: portal.password }),
  ).rejects.toMatchObject({
    code: 'unprocessable',
    reason: 'address_refused',
    fields: { url: expect.any(String) },
  })
})

test.each(['ftp://93.184.216.34/hook', 'gopher://93.184.216.34/', 'file:///etc/passwd', 'not an address'])(
  '%s is no address of the web, and is refused when it is entered',
  async (url) => {
    const admin = await administrator()
    await expect(
      admin.ask(webhooks.create, { url, events: ['client.joined'], password: portal.password }),
    ).rejects.toMatchObject({ code: 'invalid', fields: { url: expect.any(String) } })
  },
)

test('an open window is not enough to send events elsewhere, nor to show what they are signed with: it takes the password', async () => {
  const { id, url, events, admin } = await hook('client.joined')
  const password = 'a guess at it'
  const refusal = { code: 'invalid', fields: { password: expect.any(String) } }
  await expect(admin.ask(webhooks.create, { url, events, password })).rejects.toMatchObject(refusal)
  await expect(admin.ask(webhooks.save, { id, url: `${url}/2`, events, password })).rejects.toMatchObject(
    refusal,
  )
  await expect(admin.ask(webhooks.renewSecret, { id, password })).rejects.toMatchObject(refusal)
  await expect(admin.ask(webhooks.turn, { id, isOn: false, password })).rejects.toMatchObject(refusal)
  await expect(admin.ask(webhooks.remove, { id, password })).rejects.toMatchObject(refusal)
  expect((await admin.ask(webhooks.list, {})).filter((webhook) => webhook.url.startsWith(url))).toMatchObject(
    [{ id, url, state: 'on' }],
  )
  await remove({ id })
})

test('the other administrators are notified of every change of a webhook, by its host alone', async () => {
  const other = await portal.staff('administrator')
  const { id, url, events, admin } = await hook('client.joined')
  const { password } = portal
  await admin.ask(webhooks.save, { id, url: `${url}/secret-path`, events, password })
  await admin.ask(webhooks.turn, { id, isOn: false, password })
  await admin.ask(webhooks.renewSecret, { id, password })
  await admin.ask(webhooks.remove, { id, password })
  const bodies = (await other.ask(notifications.list, {}))
    .filter(({ title }) => title === 'The portal’s webhooks have changed')
    .map(({ body }) => body)
    .toReversed()
  const changes = ['added', 'changed', 'switched off', 'renewed the secret', 'removed']
  expect(bodies).toEqual(changes.map((change) => expect.stringContaining(change)))
  for (const body of bodies) {
    expect(body).toContain(new URL(url).host)
    expect(body).not.toContain('secret-path')
  }
})

test('an administrator sees how each stands, and removes one with its deliveries', async () => {
  const { id, admin, url } = await hook('client.joined')
  expect(await admin.ask(webhooks.list, {})).toMatchObject([{ id, url, state: 'on', lastDeliveredAt: null }])
  await portal.client()
  expect(await admin.ask(webhooks.deliveries, { id })).toMatchObject([{ type: 'client.joined' }])
  expect(await admin.ask(webhooks.remove, { id, password: portal.password })).toEqual([])
  expect(await admin.ask(webhooks.list, {})).toEqual([])
  await expect(admin.ask(webhooks.deliveries, { id })).rejects.toMatchObject({ code: 'not_found' })
})
