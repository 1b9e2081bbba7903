import { expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { bookAt, openOffice, wish } from './testing.ts'

const { portal, priya } = await openOffice()

const outcomesOf = async (requests: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(requests)
  return {
    made: settled.filter(({ status }) => status === 'fulfilled').length,
    refused: settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Problem] : [])),
  }
}

/** Returns pairs of scheduled appointments that overlap and share a person. */
const overlapping = async () => {
  const { rows } = await portal.pool.query(`select a.id from appointments a join appointments b on a.id < b.id
    and (a.with_id = b.with_id or a.client_id = b.client_id)
    and tstzrange(a.start_time, a.end_time) && tstzrange(b.start_time, b.end_time)
    where a.status = 'scheduled' and b.status = 'scheduled'`)
  return rows
}

test('of fifty people who book one slot at once, one gets it and the others are told what is still free', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => portal.client()))
  const { made, refused } = await outcomesOf(people.map((person) => bookAt(person, '2026-11-10T10:00:00Z')))
  expect(made).toBe(1)
  expect(refused).toHaveLength(49)
  for (const refusal of refused)
    expect(refusal).toMatchObject({
      code: 'conflict',
      reason: 'slot_taken',
      message: 'This time has just been taken. Still free that day: 09:00, 09:30, 10:30, 11:00 and later.',
    })
  const lists = await Promise.all(people.map((person) => person.ask(appointments.list, {})))
  expect(lists.flat()).toHaveLength(1)
})

test('of concurrent bookings that overlap by some minutes, one succeeds', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => portal.client()))
  const wishes = [
    ['2026-11-11T10:00:00Z', '2026-11-11T11:00:00Z'],
    ['2026-11-11T10:30:00Z', '2026-11-11T11:30:00Z'],
    ['2026-11-11T11:00:00Z', '2026-11-11T11:15:00Z'],
  ] as const
  const bookings = people.map((person, at) => {
    const [start, end] = wishes[at % 3] ?? wishes[0]
    return bookAt(person, start, { endTime: new Date(end) })
  })
  await outcomesOf(bookings)
  expect(await overlapping()).toEqual([])
})

test('of two browsers of one client who book one slot at once, the second is told that it is theirs', async () => {
  const ana = await portal.client()
  const { made, refused } = await outcomesOf([
    bookAt(ana, '2026-11-24T10:00:00Z'),
    bookAt(ana, '2026-11-24T10:00:00Z'),
  ])
  expect(made).toBe(1)
  expect(refused).toMatchObject([
    {
      reason: 'slot_taken',
      message: 'You already have an appointment then: see your upcoming appointments.',
    },
  ])
})

test('whoever books a client twice with themselves, as after an answer that was lost, is told that it is booked', async () => {
  const ana = await portal.client()
  const book = () =>
    priya.ask(firmAppointments.book, { ...wish('2026-11-25T10:00:00Z'), clientId: ana.user.id })
  const { made, refused } = await outcomesOf([book(), book()])
  expect(made).toBe(1)
  expect(refused).toMatchObject([
    { reason: 'slot_taken', message: 'You already have an appointment with this client then.' },
  ])
  const ben = await portal.client()
  const other = priya.ask(firmAppointments.book, { ...wish('2026-11-25T10:00:00Z'), clientId: ben.user.id })
  await expect(other).rejects.toMatchObject({
    message: expect.stringMatching(/^This time has just been taken/),
  })
})

test('a client who books two people at the same time gets one of them', async () => {
  const admin = await portal.staff('administrator')
  const ana = await portal.client()
  await portal.pool.query('insert into client_contacts (client_id, member_id) values ($1, $2)', [
    ana.user.id,
    admin.user.id,
  ])
  const { made, refused } = await outcomesOf([
    bookAt(ana, '2026-11-12T10:00:00Z'),
    bookAt(ana, '2026-11-12T10:00:00Z', { withId: admin.user.id }),
  ])
  expect({ made, refused: refused.map(({ reason }) => reason) }).toEqual({ made: 1, refused: ['slot_taken'] })
})

test('two appointments that swap their times at once never overlap or deadlock', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const booked = await bookAt(ana, '2026-11-13T10:00:00Z')
  const other = await bookAt(ben, '2026-11-13T11:00:00Z')
  for (let round = 0; round < 10; round += 1)
    await outcomesOf([
      ana.ask(appointments.change, { id: booked.id, ...wish('2026-11-13T11:00:00Z') }),
      ben.ask(appointments.change, { id: other.id, ...wish('2026-11-13T10:00:00Z') }),
      ana.ask(appointments.change, { id: booked.id, ...wish('2026-11-13T12:00:00Z') }),
      ben.ask(appointments.change, { id: other.id, ...wish('2026-11-13T12:00:00Z') }),
    ])
  expect(await overlapping()).toEqual([])
})

test('of two concurrent cancellations one succeeds, and the other is told', async () => {
  const ana = await portal.client()
  const { id } = await bookAt(ana, '2026-11-16T10:00:00Z')
  const { made, refused } = await outcomesOf([
    ana.ask(appointments.cancel, { id }),
    ana.ask(appointments.cancel, { id }),
  ])
  expect({ made, refused: refused.map(({ reason }) => reason) }).toEqual({ made: 1, refused: ['cancelled'] })
})

test('the database refuses two appointments of one person at the same time', async () => {
  const [client, person] = [newId(), newId()]
  const insert = (clientId: string, withId: string, from: string, to: string) =>
    portal.pool.query(
      `insert into appointments (id, client_id, with_id, title, start_time, end_time, status, created_at, changed_at)
       values ($1, $2, $3, 'x', $4, $5, 'scheduled', now(), now())`,
      [newId(), clientId, withId, from, to],
    )
  await insert(client, person, '2026-12-01T10:00Z', '2026-12-01T10:30Z')
  await insert(client, person, '2026-12-01T10:30Z', '2026-12-01T11:00Z')
  const minute = ['2026-12-01T10:59Z', '2026-12-01T11:29Z'] as const
  await expect(insert(newId(), person, ...minute)).rejects.toMatchObject({ code: '23P01' })
  await expect(insert(client, newId(), ...minute)).rejects.toMatchObject({ code: '23P01' })
})
