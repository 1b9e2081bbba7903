import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { absences } from '#contract/firm/teams.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { newsTo } from '#server/features/mail/testing.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { hours, minutes } from '#server/platform/time/durations.ts'
import type { Client } from '#server/testing/portal.ts'
import { bookAt, openOffice, remind, startDivorce, wish } from './testing.ts'

const { portal, priya } = await openOffice()

/** Signs in again first, because the previous session has expired by now. */
const remindersOf = async ({ user }: Pick<Client, 'user'>) => {
  const person = portal.visitor()
  await person.ask(accounts.login, { username: user.username, password: portal.password })
  const received = await person.ask(notifications.list, {})
  return received.map(({ title }) => title).filter((title) => title.startsWith('Your appointment is'))
}

test('both sides are reminded a day and an hour before, once each', async () => {
  const ana = await portal.client()
  await bookAt(ana, '2026-11-11T10:00:00Z')
  await remind(portal)
  expect(await remindersOf(ana)).toEqual([])

  portal.wait(hours(25) + minutes(5))
  await remind(portal)
  await remind(portal)
  const reminder = 'Your appointment is on Wednesday 11 November 2026 at 10:00 (London time)'
  expect(await remindersOf(ana)).toEqual([reminder])
  expect(await remindersOf(priya)).toEqual([reminder])
  const mails = (await newsTo(portal, ana.user.email)).filter(({ subject }) => subject.startsWith('Reminder'))
  expect(mails).toMatchObject([
    { subject: 'Reminder: your appointment is on Wednesday 11 November 2026 at 10:00 (London time)' },
  ])

  portal.wait(hours(23))
  await remind(portal)
  await remind(portal)
  expect(await remindersOf(ana)).toEqual([reminder, reminder])
})

test('nobody is reminded of an appointment that was cancelled, moved away or booked just before', async () => {
  const [ana, ben, cleo] = [await portal.client(), await portal.client(), await portal.client()]
  const off = await bookAt(ana, '2026-11-12T14:00:00Z')
  const moved = await bookAt(ben, '2026-11-12T15:00:00Z')
  await ana.ask(appointments.cancel, { id: off.id })
  await ben.ask(appointments.change, { id: moved.id, ...wish('2026-11-19T15:00:00Z') })
  await bookAt(cleo, '2026-11-11T12:00:00Z')
  portal.wait(hours(24))
  await remind(portal)
  for (const person of [ana, ben]) expect(await remindersOf(person)).toEqual([])
  expect(await remindersOf(cleo)).toEqual([])
})

test('whoever covers for the person of the firm is reminded too', async () => {
  const { portal, priya } = await openOffice()
  const cover = await portal.staff('fee_earner')
  const ana = await portal.client()
  const { id } = await bookAt(ana, '2026-11-11T10:00:00Z')
  await bookAt(ana, '2026-11-12T10:00:00Z')
  const days = { from: '2026-11-09', backOn: '2026-11-12' }
  await priya.ask(absences.save, { id: priya.user.id, ...days, coverId: cover.user.id })
  portal.wait(hours(48))
  await remind(portal)
  const again = portal.visitor()
  await again.ask(accounts.login, { username: cover.user.username, password: portal.password })
  const received = await again.ask(notifications.list, {})
  expect(received.filter(({ title }) => title.endsWith('is away for this appointment'))).toMatchObject([
    { link: `/firm/appointments?appointment=${id}` },
  ])
})

test('the cover is told nothing of an appointment of a restricted case that does not name them', async () => {
  const { portal, priya } = await openOffice()
  const cover = await portal.staff('fee_earner')
  const ana = await portal.client()
  const matterId = await startDivorce(portal, { opener: priya, client: ana })
  const { id } = await bookAt(ana, '2026-11-11T10:00:00Z')
  await priya.ask(matterParties.saveAccess, { id: matterId, isRestricted: true, memberIds: [] })
  const days = { from: '2026-11-09', backOn: '2026-11-12' }
  await priya.ask(absences.save, { id: priya.user.id, ...days, coverId: cover.user.id })
  const signIn = async ({ user }: Pick<Client, 'user'>) => {
    const person = portal.visitor()
    await person.ask(accounts.login, { username: user.username, password: portal.password })
    return person
  }
  const coveredFor = async () =>
    (await (await signIn(cover)).ask(notifications.list, {}))
      .filter(({ title }) => title.endsWith('is away for this appointment'))
      .map(({ link }) => link)

  portal.wait(hours(26))
  await remind(portal)
  expect(await coveredFor()).toEqual([])

  const memberIds = [cover.user.id]
  await (await signIn(priya)).ask(matterParties.saveAccess, { id: matterId, isRestricted: true, memberIds })
  portal.wait(hours(22) + minutes(30))
  await remind(portal)
  expect(await coveredFor()).toEqual([`/firm/appointments?appointment=${id}`])
})

test('after a long outage one reminder is sent instead of two, and none for an appointment that has started', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  await bookAt(ana, '2026-11-16T10:00:00Z')
  await bookAt(ben, '2026-11-16T09:00:00Z')
  portal.wait(new Date('2026-11-16T09:15:00Z').getTime() - portal.now().getTime())
  await remind(portal)
  await remind(portal)
  expect(await remindersOf(ana)).toEqual([
    'Your appointment is on Monday 16 November 2026 at 10:00 (London time)',
  ])
  expect(await remindersOf(ben)).toEqual([])
})

test('a reminder that fails does not hold up the others', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const day = '2026-11-24'
  await bookAt(ana, `${day}T10:00:00Z`)
  await bookAt(ben, `${day}T11:00:00Z`)
  await portal.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no reminder for this one'; end $$;
    create trigger refuse before insert on notifications for each row
      when (new.user_id = '${ana.user.id}') execute function refuse()`)
  portal.wait(new Date(`${day}T09:30:00Z`).getTime() - portal.now().getTime())
  const given = ['Your appointment is on Tuesday 24 November 2026 at 11:00 (London time)']
  await queueJob(portal.db)('remindOfAppointments', {})
  // For the ten o'clock appointment the hour reminder is due, for the eleven o'clock one it is not. The day reminder is
  // due for both.
  await expect.poll(() => remindersOf(ben)).toEqual(given)
  expect(await remindersOf(ana)).toEqual([])
  await portal.pool.query('drop trigger refuse on notifications')
  await remind(portal)
  expect(await remindersOf(ana)).toEqual([
    'Your appointment is on Tuesday 24 November 2026 at 10:00 (London time)',
  ])
  expect(await remindersOf(ben)).toEqual(given)
})
