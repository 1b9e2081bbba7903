import { expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { addAppointment } from './service.ts'
import { bookAt, openOffice, wish } from './testing.ts'

const { portal, priya } = await openOffice()
const boss = await portal.staff('administrator')
const omar = await portal.staff('fee_earner')

test('an appointment is moved only to a time with somebody who still works with the client', async () => {
  const ana = await portal.client()
  const { id } = await bookAt(ana, '2026-11-10T10:00:00Z')
  await boss.ask(firm.assign, { id: ana.user.id, feeEarnerId: omar.user.id, memberIds: [] })
  const renamed = await ana.ask(appointments.change, {
    id,
    ...wish('2026-11-10T10:00:00Z'),
    title: 'The lease',
  })
  expect(renamed.with.id).toBe(priya.user.id)
  const kept = ana.ask(appointments.change, { id, ...wish('2026-11-10T11:00:00Z'), withId: priya.user.id })
  await expect(kept).rejects.toMatchObject({ code: 'not_found' })
  const moved = await ana.ask(appointments.change, { id, ...wish('2026-11-10T11:00:00Z') })
  expect(moved.with.id).toBe(omar.user.id)
})

test('an administrator who booked for themselves keeps the appointment when its time moves', async () => {
  const ana = await portal.client()
  const asked = { ...wish('2026-11-10T14:00:00Z'), clientId: ana.user.id }
  const { id } = await boss.ask(firmAppointments.book, asked)
  const moved = await ana.ask(appointments.change, { id, ...wish('2026-11-10T15:00:00Z') })
  expect(moved.with.id).toBe(boss.user.id)
})

test('what somebody had to come is met by who takes over where they are free, and else is cancelled', async () => {
  const [ana, ben, cleo] = [await portal.client(), await portal.client(), await portal.client()]
  await boss.ask(firm.assign, { id: cleo.user.id, feeEarnerId: omar.user.id, memberIds: [] })
  const free = await bookAt(ana, '2026-11-12T10:00:00Z')
  const clashing = await bookAt(ben, '2026-11-12T14:00:00Z')
  await bookAt(cleo, '2026-11-12T14:00:00Z')
  const past = await addAppointment(portal.db, {
    clientId: ana.user.id,
    withId: priya.user.id,
    title: 'A first talk',
    description: null,
    location: 'Office',
    startTime: new Date('2026-11-06T10:00:00Z'),
    minutes: 30,
  })

  await boss.ask(people.deactivate, { id: priya.user.id, handTo: omar.user.id })

  const ofAna = await ana.ask(appointments.list, {})
  expect(ofAna.find(({ id }) => id === free.id)).toMatchObject({
    status: 'scheduled',
    with: { id: omar.user.id },
    sequence: free.sequence + 1,
  })
  expect(ofAna.find(({ id }) => id === past.id)).toMatchObject({ with: { id: priya.user.id } })
  expect(await ben.ask(appointments.list, {})).toMatchObject([{ id: clashing.id, status: 'cancelled' }])
  const titlesFor = async ({ ask }: typeof ana) =>
    (await ask(notifications.list, {})).map(({ title }) => title)
  expect(await titlesFor(ana)).toContain('An appointment was changed')
  expect(await titlesFor(ben)).toContain('An appointment was cancelled')
  expect(await titlesFor(omar)).toContain('An appointment was changed')
})
