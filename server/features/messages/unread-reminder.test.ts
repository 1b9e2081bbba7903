import { expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { notificationsFeature } from '#server/features/notifications/manifest.ts'
import { openJobContext } from '#server/platform/jobs/context.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openPortal } from '#server/testing/portal.ts'
import { messagesJobs } from './jobs.ts'
import { newestOf, type Person, say } from './testing.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const { ringUnread } = messagesJobs(
  openJobContext({
    db: portal.db,
    ports: portal.ports,
    clock: portal.now,
    eventHandlers: [notificationsFeature.eventHandlers],
  }),
)
const bellOf = async (person: Person) =>
  (await person.ask(notifications.list, {}))
    .filter(({ isRead }) => !isRead)
    .map(({ title, link }) => ({ title, link }))
const readAll = async (reader: Person, other: Person) =>
  reader.ask(messages.markRead, { id: (await newestOf(reader, other)).id })

test('a bell rings for the first unread message, not for each, and is silent once it was read', async () => {
  const ana = await portal.client({ firstName: 'Bella' })
  for (const content of ['One', 'Two', 'Three']) await say(priya, ana, { content })
  const link = `/messages?with=${priya.user.id}`
  expect(await bellOf(ana)).toEqual([{ title: 'New message from Amara Okafor', link }])
  await readAll(ana, priya)
  expect(await bellOf(ana)).toEqual([])
  portal.wait(minutes(5))
  await say(priya, ana)
  expect(await bellOf(ana)).toHaveLength(1)
  portal.wait(minutes(5))
  await say(ana, priya)
  expect(await bellOf(priya)).toEqual([
    { title: 'New message from Bella Okafor', link: `/firm/messages?with=${ana.user.id}` },
  ])
})

test('while two are talking the bell waits, and rings only for what is still unread after a minute', async () => {
  const ana = await portal.client()
  await say(ana, priya, { content: 'Are you there?' })
  const { id: first } = await say(priya, ana, { content: 'I am.' })
  expect(await bellOf(ana)).toEqual([])
  await readAll(ana, priya)
  const { id: second } = await say(priya, ana, { content: 'Still there?' })
  await ringUnread?.run({ messageId: second })
  expect(await bellOf(ana)).toEqual([])
  // By the machine's clock the minute of both is over: the portal tries them itself, in vain so far.
  await expectDone(portal, 'ringUnread')
  portal.wait(minutes(1))
  await ringUnread?.run({ messageId: first })
  expect(await bellOf(ana)).toEqual([])
  await ringUnread?.run({ messageId: second })
  expect(await bellOf(ana)).toHaveLength(1)
})

test('what is written is not repeated under the bell, from where it would go out by mail', async () => {
  const ana = await portal.client()
  await say(priya, ana, { content: 'The sort code is 12-34-56' })
  expect(await bellOf(ana)).toHaveLength(1)
  expect(JSON.stringify(await ana.ask(notifications.list, {}))).not.toContain('12-34-56')
})
