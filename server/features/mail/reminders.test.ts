import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { everythingOn, notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { tasks as taskTable } from '#server/features/tasks/schema.ts'
import { claimTask, reopenTask } from '#server/features/tasks/service.ts'
import { after, days, hours, minutes } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { remindClients, reminderDays } from './jobs.ts'
import { jobContextOf, newsTo } from './testing.ts'

// Each test advances the clock, so clients of earlier tests get no more reminders.
const portal = await openPortal()
const jobContext = jobContextOf(portal)
const remind = () => remindClients(jobContext)
beforeEach(() => portal.wait(days(90)))

const remindersOf = async ({ ask, user: { username } }: Client) => {
  await ask(accounts.login, { username, password: portal.password })
  return (await ask(notifications.list, {})).filter(({ topic }) => topic === 'tasks')
}
const finish = (client: Client) =>
  portal.db.update(taskTable).set({ status: 'completed' }).where(eq(taskTable.clientId, client.user.id))

test('a client is reminded of open tasks on days 1, 3, 7, 14 and 30, and on no other', async () => {
  const client = await portal.client()
  const seen: number[] = []
  for (let day = 0, before = 0; day <= 40; day += 1) {
    // Every quarter of an hour, on more than one node.
    await Promise.all([remind(), remind(), remind()])
    const { length } = await newsTo(portal, client.user.email)
    if (length > before) seen.push(day)
    before = length
    portal.wait(days(1))
  }
  expect(seen).toEqual(reminderDays)
  expect(await remindersOf(client)).toHaveLength(reminderDays.length)
})

test('a reminder leads to the next task, and names nobody', async () => {
  const client = await portal.client()
  const [first, ...others] = await client.ask(tasks.list, {})
  portal.wait(days(1))
  await remind()
  const link = `/?task=${first?.id}`
  const words = `${1 + others.length} tasks are still open`
  expect(await remindersOf(client)).toMatchObject([{ title: words, link }])
  expect(await newsTo(portal, client.user.email)).toMatchObject([
    { subject: `${words} in the portal`, action: { path: link } },
  ])
})

test('reminders stop when everything is done', async () => {
  const client = await portal.client()
  portal.wait(days(1))
  await remind()
  await finish(client)
  for (let day = 2; day <= 30; day += 1) {
    portal.wait(days(1))
    await remind()
  }
  expect(await newsTo(portal, client.user.email)).toHaveLength(1)
})

test('nobody is reminded at night, by the clock on the wall, on either side of its changes', async () => {
  const winter = await openPortal()
  const stage = jobContextOf(winter)
  // 27 March 2027, nine in the morning: the night that follows is an hour short.
  winter.wait(days(138))
  expect(winter.now()).toEqual(new Date('2027-03-27T09:00:00Z'))
  const client = await winter.client()
  const reminded = async () => {
    await remindClients(stage)
    return (await newsTo(winter, client.user.email)).length
  }
  winter.wait(hours(15) + minutes(5))
  expect(await reminded()).toBe(0)
  winter.wait(hours(6) + minutes(50))
  expect(winter.now()).toEqual(new Date('2027-03-28T06:55:00Z'))
  expect(await reminded()).toBe(0)
  winter.wait(minutes(5))
  expect(await reminded()).toBe(1)
  winter.wait(hours(24 + 13))
  expect(winter.now()).toEqual(new Date('2027-03-29T20:00:00Z'))
  winter.wait(hours(23))
  // Day 3 has come, and it is eight in the evening.
  expect(winter.now()).toEqual(new Date('2027-03-30T19:00:00Z'))
  expect(await reminded()).toBe(1)
  winter.wait(hours(12))
  expect(await reminded()).toBe(2)
})

test('who does not want to be reminded by mail is reminded under the bell alone', async () => {
  const client = await portal.client()
  const email = { ...everythingOn.email, taskReminders: false }
  await client.ask(notifications.saveChoices, { ...everythingOn, email })
  portal.wait(days(1))
  await remind()
  expect(await newsTo(portal, client.user.email)).toEqual([])
  expect(await remindersOf(client)).toHaveLength(1)
})

test('a portal that stood still does not make up for every day at once, nor for those long past', async () => {
  const client = await portal.client()
  const mails = () => newsTo(portal, client.user.email)
  portal.wait(days(8))
  await remind()
  expect(await mails()).toHaveLength(1)
  portal.wait(days(40))
  await remind()
  expect(await mails()).toHaveLength(1)
})

const openAgain = async (client: Client) => {
  await client.ask(accounts.login, { username: client.user.username, password: portal.password })
  const [task] = await client.ask(tasks.list, {})
  if (!task) throw new Error('a new client has tasks')
  await jobContext.transaction(async (ctx) => {
    const claimed = await claimTask(ctx, { id: task.id, clientId: client.user.id })
    await reopenTask(ctx, claimed, 'The picture is cut off.')
  })
  return task
}

test('what the firm asks for again is counted from the day on which it is open again', async () => {
  const client = await portal.client()
  await finish(client)
  portal.wait(days(100))
  const task = await openAgain(client)
  const seen: number[] = []
  for (let day = 0, before = 0; day <= 40; day += 1) {
    await Promise.all([remind(), remind()])
    const { length } = await newsTo(portal, client.user.email)
    if (length > before) seen.push(day)
    before = length
    portal.wait(days(1))
  }
  expect(seen).toEqual(reminderDays)
  const [first] = await newsTo(portal, client.user.email)
  expect(first).toMatchObject({
    subject: 'One task is still open in the portal',
    action: { path: `/?task=${task.id}` },
  })
})

test('a second rejection of what is open already does not begin the count anew', async () => {
  const client = await portal.client()
  portal.wait(days(1))
  await remind()
  await openAgain(client)
  portal.wait(days(1))
  await remind()
  expect(await newsTo(portal, client.user.email)).toHaveLength(1)
})

test('a day on which several tasks are due brings one reminder, which leads to the first of them', async () => {
  const client = await portal.client()
  const [, second, third, ...others] = await client.ask(tasks.list, {})
  const late = [second, third].flatMap((task) => task?.id ?? [])
  const rest = others.map(({ id }) => id)
  await portal.db.update(taskTable).set({ status: 'completed' }).where(inArray(taskTable.id, rest))
  await portal.db
    .update(taskTable)
    .set({ openedAt: after(portal.now(), days(2)) })
    .where(inArray(taskTable.id, late))
  portal.wait(days(3))
  await remind()
  expect(await newsTo(portal, client.user.email)).toMatchObject([
    { subject: '3 tasks are still open in the portal' },
  ])
})
