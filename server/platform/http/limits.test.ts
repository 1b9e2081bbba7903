import { expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { privacy } from '#contract/privacy.ts'
import { tasks } from '#contract/tasks.ts'
import { formRate } from '#server/features/forms/service.ts'
import { openPortal } from '#server/testing/portal.ts'
import { addressKey, commandRate, type Limit } from './limits.ts'

const portal = await openPortal({ isRateLimited: true })
const flat = { title: 'A flat', type: 'Property', priority: 'high', description: 'I am buying Flat 4.' }
const complaint = { words: 'Nobody rings me back.', wish: '' }

test('nobody commands without end, whatever they do; what they look at is not counted, nor anybody else', async () => {
  const [busy, other] = [await portal.client(), await portal.client()]
  const read = notifications.markRead.path
  expect((await busy.send('POST', read, {}, {})).status).toBe(200)
  await exhaust(commandRate, busy.user.id)
  const refused = await busy.send('POST', read, {}, {})
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect((await busy.ask(tasks.list, {})).length).toBeGreaterThan(0)
  expect((await other.send('POST', read, {}, {})).status).toBe(200)
})

test('of a form there is an end of versions that are kept', async () => {
  const busy = await portal.client()
  const form = (await busy.ask(tasks.list, {})).find(({ kind }) => kind === 'client_questionnaire')
  await exhaust(formRate, busy.user.id)
  const { status } = await busy.send('POST', `/api/tasks/${form?.id}/complete`, { formData: {} }, {})
  expect(status).toBe(429)
})

/** Uses up all that a limit allows one key. */
async function exhaust(limit: Limit, key: string) {
  for (let time = 0; time < 5000; time += 1)
    if (
      !(await portal.ports.limits.count(limit, key).then(
        () => true,
        () => false,
      ))
    )
      return
}

test.each([
  ['cases', matters.request.path, flat],
  ['complaints', privacy.complain.path, complaint],
  ['erasures', privacy.askErasure.path, {}],
])('a client who asks for twenty %s at once keeps nobody else waiting', async (_, path, request) => {
  const [busy, other] = [await portal.client(), await portal.client()]
  const answers = Array.from({ length: 20 }, () => busy.send('POST', path, request, {}))
  expect((await other.ask(tasks.list, {})).length).toBeGreaterThan(0)
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  // A request that waits too long for a connection gets another status.
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
})

test('an address counts whole for IPv4, by its /64 for IPv6, and a connection that is closed already has one too', () => {
  const keys = ['::ffff:192.0.2.7', '2001:db8:1:2:3:4:5:6', '2001:db8::1', undefined].map(addressKey)
  expect(keys).toEqual(['192.0.2.7', '2001:db8:1:2::/64', '2001:db8:0:0::/64', 'closed'])
})
