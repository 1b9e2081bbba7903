import { expect, test } from 'vitest'
import type { UserId } from '#contract/accounts/accounts.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { usualHours } from '#contract/appointments/working-hours.ts'
import { firm } from '#contract/firm/firm.ts'
import { absences } from '#contract/firm/teams.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { bookAt, openOffice, timesOn, wish } from './testing.ts'

const { portal, priya } = await openOffice()
const november = { from: '2026-11-01', to: '2026-11-30' }

test('a fee earner books for a client, who sees it and is told', async () => {
  const ana = await portal.client()
  const booked = await priya.ask(firmAppointments.book, {
    ...wish('2026-11-10T10:00:00Z'),
    clientId: ana.user.id,
  })
  expect(booked).toMatchObject({ client: { id: ana.user.id }, with: { id: priya.user.id } })
  expect(await ana.ask(appointments.list, {})).toEqual([booked])
  const [notification] = await ana.ask(notifications.list, {})
  expect(notification).toMatchObject({
    title: 'An appointment was booked',
    link: `/appointments?appointment=${booked.id}`,
  })
})

test("the firm moves and cancels a client's appointment, and the client is told who did it", async () => {
  const ana = await portal.client()
  const { id } = await bookAt(ana, '2026-11-11T10:00:00Z')
  await priya.ask(appointments.change, { id, ...wish('2026-11-11T11:00:00Z') })
  expect(await priya.ask(appointments.cancel, { id })).toMatchObject({ cancelledBy: 'firm' })
  expect((await ana.ask(notifications.list, {})).map(({ title }) => title)).toEqual([
    'An appointment was cancelled',
    'An appointment was moved',
  ])
})

test('a fee earner and an administrator see the appointments of clients they work with, a compliance officer all of them', async () => {
  const ana = await portal.client()
  const [other, admin] = [await portal.staff('fee_earner'), await portal.staff('administrator')]
  const { id } = await bookAt(ana, '2026-11-12T10:00:00Z')
  const idsFor = async (person: typeof other) =>
    (await person.ask(firmAppointments.list, november)).map((appointment) => appointment.id)
  expect(await idsFor(priya)).toContain(id)
  expect(await idsFor(await portal.staff('compliance_officer'))).toContain(id)
  for (const person of [other, admin]) expect(await idsFor(person)).toEqual([])
  await admin.ask(firm.joinTeam, { email: ana.user.email })
  expect(await idsFor(admin)).toEqual([id])
  const zoe = await portal.client()
  const withClient = (clientId: UserId) => priya.ask(firmAppointments.list, { ...november, clientId })
  expect((await withClient(ana.user.id)).map((appointment) => appointment.id)).toEqual([id])
  expect(await withClient(zoe.user.id)).toEqual([])
  expect(await priya.ask(firmAppointments.clients, {})).toContainEqual({
    id: ana.user.id,
    firstName: 'Amara',
    lastName: 'Okafor',
  })
  expect(await other.ask(firmAppointments.clients, {})).toEqual([])
  const found = (search: string) => priya.ask(firmAppointments.clients, { search })
  expect((await found('amara ok')).map((appointment) => appointment.id)).toContain(ana.user.id)
  expect(await found('nobody of this name')).toEqual([])
  const refused = [
    other.ask(appointments.cancel, { id }),
    other.ask(appointments.change, { id, ...wish('2026-11-12T11:00:00Z') }),
    other.ask(firmAppointments.book, { ...wish('2026-11-12T11:00:00Z'), clientId: ana.user.id }),
    other.ask(firmAppointments.slots, { from: '2026-11-12', clientId: ana.user.id }),
  ]
  for (const refusal of await Promise.allSettled(refused))
    expect(refusal).toMatchObject({ reason: { code: 'not_found' } })
})

test('working hours decide what clients are offered, with several spans a day and days without', async () => {
  const ana = await portal.client()
  expect(await priya.ask(firmAppointments.diary, {})).toEqual({
    hours: usualHours,
    isUsual: true,
    daysOff: [],
  })
  const hours = {
    ...usualHours,
    3: [],
    4: [
      { from: '09:00', to: '10:00' },
      { from: '15:30', to: '17:00' },
    ],
    6: [{ from: '10:00', to: '12:00' }],
  }
  await priya.ask(firmAppointments.saveHours, { hours })
  expect(await timesOn(ana, '2026-11-18')).toEqual({ times: [], note: 'Not a working day' })
  expect((await timesOn(ana, '2026-11-19')).times).toEqual(['09:00', '09:30', '15:30', '16:00', '16:30'])
  expect((await timesOn(ana, '2026-11-21')).times).toEqual(['10:00', '10:30', '11:00', '11:30'])
  await expect(bookAt(ana, '2026-11-19T11:00:00Z')).rejects.toMatchObject({ reason: 'not_offered' })
  await priya.ask(firmAppointments.saveHours, { hours: usualHours })
})

test('spans that overlap or end before they start are refused', async () => {
  const wrong = [
    [{ from: '10:00', to: '09:00' }],
    [
      { from: '09:00', to: '12:00' },
      { from: '11:30', to: '13:00' },
    ],
    [{ from: '9:00', to: '25:00' }],
  ]
  for (const spans of wrong)
    await expect(
      priya.ask(firmAppointments.saveHours, { hours: { ...usualHours, 1: spans } }),
    ).rejects.toMatchObject({ code: 'invalid' })
})

test('times on days off are not offered, and their notes stay private', async () => {
  const [ana, other] = [await portal.client(), await portal.staff('fee_earner')]
  const days = { firstDay: '2026-11-23', lastDay: '2026-11-24', note: 'Training' }
  const { daysOff } = await priya.ask(firmAppointments.addDaysOff, days)
  expect(daysOff).toMatchObject([days])
  expect(await timesOn(ana, '2026-11-24')).toEqual({ times: [], note: 'Away' })
  expect((await other.ask(firmAppointments.diary, {})).daysOff).toEqual([])
  const [off] = daysOff
  if (!off) throw new Error('no days off')
  await expect(other.ask(firmAppointments.removeDaysOff, { id: off.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await priya.ask(firmAppointments.removeDaysOff, { id: off.id })
  expect((await timesOn(ana, '2026-11-24')).times).toHaveLength(17)
})

test('times on which somebody said that they are away are not offered either, until they are back', async () => {
  const [ana, cover] = [await portal.client(), await portal.staff('fee_earner')]
  const { id } = priya.user
  const days = { from: '2026-11-23', backOn: '2026-11-25' }
  await priya.ask(absences.save, { id, ...days, coverId: cover.user.id })
  expect(await timesOn(ana, '2026-11-24')).toEqual({ times: [], note: 'Away' })
  const booking = priya.ask(firmAppointments.book, { ...wish('2026-11-24T10:00:00Z'), clientId: ana.user.id })
  await expect(booking).rejects.toMatchObject({ code: 'unprocessable' })
  expect((await timesOn(ana, '2026-11-25')).times).toHaveLength(17)
  await priya.ask(absences.end, { id })
  expect((await timesOn(ana, '2026-11-24')).times).toHaveLength(17)
})

test('when an appointment is handed to a colleague of the team, both of them are notified', async () => {
  const [ana, admin] = [await portal.client(), await portal.staff('administrator')]
  await portal.pool.query('insert into client_contacts (client_id, member_id) values ($1, $2)', [
    ana.user.id,
    admin.user.id,
  ])
  const people = await ana.ask(appointments.people, {})
  expect(people.map(({ id }) => id)).toEqual([priya.user.id, admin.user.id])
  const { id } = await bookAt(ana, '2026-11-25T10:00:00Z')
  const moved = await ana.ask(appointments.change, {
    id,
    ...wish('2026-11-25T10:00:00Z'),
    withId: admin.user.id,
  })
  expect(moved).toMatchObject({ with: { id: admin.user.id } })
  const titleFor = async (person: typeof admin) => (await person.ask(notifications.list, {}))[0]?.title
  expect(await titleFor(admin)).toBe('An appointment was changed')
  expect(await titleFor(priya)).toBe('An appointment was cancelled')
})

test('days off say which appointments are booked on them, and the client sees that the person is away', async () => {
  const ana = await portal.client()
  const { id, startTime } = await bookAt(ana, '2026-12-02T10:00:00Z')
  const days = { firstDay: '2026-12-02', lastDay: '2026-12-03', note: 'Training' }
  const { daysOff } = await priya.ask(firmAppointments.addDaysOff, days)
  const off = daysOff.find(({ firstDay }) => firstDay === '2026-12-02')
  expect(off?.booked).toEqual([{ id, startTime, client: 'Amara Okafor' }])
  expect(await ana.ask(appointments.list, {})).toMatchObject([{ id, isAway: true }])
  if (off) await priya.ask(firmAppointments.removeDaysOff, { id: off.id })
  expect(await ana.ask(appointments.list, {})).toMatchObject([{ id, isAway: false }])
})

test('each of several entries of days off says what is booked on it, and nothing of the days between', async () => {
  const ana = await portal.client()
  const own = await portal.staff('fee_earner')
  const bookFor = async (start: string) =>
    (await own.ask(firmAppointments.book, { ...wish(start), clientId: ana.user.id })).id
  await portal.pool.query('update users set fee_earner_id = $1 where id = $2', [own.user.id, ana.user.id])
  const [first, , last] = [
    await bookFor('2026-12-07T10:00:00Z'),
    await bookFor('2026-12-08T10:00:00Z'),
    await bookFor('2026-12-09T10:00:00Z'),
  ]
  for (const day of ['2026-12-07', '2026-12-09', '2026-12-11'])
    await own.ask(firmAppointments.addDaysOff, { firstDay: day, lastDay: day })
  const { daysOff } = await own.ask(firmAppointments.diary, {})
  expect(daysOff.map(({ booked }) => booked.map(({ id }) => id))).toEqual([[first], [last], []])
})
