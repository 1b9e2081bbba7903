import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { everythingOn, type NoticeTopic, notifications } from '#contract/notifications/notifications.ts'
import { notify } from '#server/features/notifications/service.ts'
import { tasks } from '#server/features/tasks/schema.ts'
import { hours, minutes } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'
import { sendDigests } from './jobs.ts'
import * as store from './store.ts'
import { jobContextOf, newsTo } from './testing.ts'

const portal = await openPortal()
const jobContext = jobContextOf(portal)
const digest = () => sendDigests(jobContext)

const clientOfDigests = async () => {
  const client = await portal.client()
  await client.ask(notifications.saveChoices, { ...everythingOn, delivery: 'daily' })
  const tell = (topic: NoticeTopic, inMail?: string) =>
    jobContext.transaction((ctx) =>
      notify(ctx, client.user.id, { topic, title: 'News', body: 'It is here.', ...(inMail && { inMail }) }),
    )
  return { ...client, tell, mails: () => newsTo(portal, client.user.email) }
}

test('who chose one mail a day gets one, in the morning, with all that was told; the account is told at once', async () => {
  const client = await clientOfDigests()
  await client.tell('documents')
  await client.tell('messages')
  await client.tell('messages')
  await client.tell('documents', 'Your passport was accepted.')
  await digest()
  expect(await client.mails()).toEqual([])
  await client.tell('account')
  expect(await client.mails()).toHaveLength(1)

  portal.wait(hours(23) - minutes(1))
  await digest()
  expect(await client.mails()).toHaveLength(1)
  portal.wait(minutes(1))
  await Promise.all([digest(), digest(), digest(), digest()])
  const [, daily, ...others] = await client.mails()
  expect(others).toEqual([])
  expect(daily).toMatchObject({ subject: 'Your daily summary', action: { path: '/' } })
  expect(daily?.paragraphs[1]?.split('\n')).toEqual([
    "• There's an update on one of your documents.",
    "• There's a new message for you in the portal. (2 times)",
    '• Your passport was accepted.',
  ])
})

test('one whose summary cannot be written holds up nobody else’s, and the job fails by it', async () => {
  const people = [await clientOfDigests(), await clientOfDigests(), await clientOfDigests()]
  for (const { tell } of people) await tell('messages')
  portal.wait(hours(24))
  const waiting = await store.listGatherers(portal.db, portal.now())
  // The first one in the list. The others come after.
  const [unlucky, ...others] = people.toSorted(
    (person, other) => waiting.indexOf(person.user.id) - waiting.indexOf(other.user.id),
  )
  await portal.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no mail for this one'; end $$;
    create trigger refuse before insert on mails for each row
      when (new.user_id = '${unlucky?.user.id}') execute function refuse()`)
  await expect(digest()).rejects.toMatchObject({ cause: { message: 'no mail for this one' } })
  for (const other of others) expect(await other.mails()).toHaveLength(1)
  await portal.pool.query('drop trigger refuse on mails')
  await digest()
  expect(await unlucky?.mails()).toHaveLength(1)
})

test('a reminder of what has been done meanwhile is left out, and appointments are told on the day', async () => {
  const client = await clientOfDigests()
  await client.tell('tasks', '9 tasks are still open in the portal.')
  await client.tell('appointments', 'You have an appointment tomorrow.')
  expect(await client.mails()).toMatchObject([{ subject: 'You have an appointment tomorrow' }])
  await portal.db.update(tasks).set({ status: 'completed' }).where(eq(tasks.clientId, client.user.id))
  portal.wait(hours(24))
  await digest()
  expect(await client.mails()).toHaveLength(1)
})

test('what was put off still comes when somebody chooses mails at once again, and no empty mail does', async () => {
  const client = await clientOfDigests()
  await client.tell('messages')
  await client.ask(notifications.saveChoices, everythingOn)
  portal.wait(hours(24))
  await digest()
  expect(await client.mails()).toHaveLength(1)
  portal.wait(hours(24))
  await digest()
  expect(await client.mails()).toHaveLength(1)
})
