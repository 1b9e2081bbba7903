import { expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { firm, type TeamId } from '#contract/firm/firm.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { people } from '#contract/firm/people.ts'
import { teams } from '#contract/firm/teams.ts'
import { matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { addAppointment } from './service.ts'
import { bookAt, openOffice, wish } from './testing.ts'

const { portal, priya } = await openOffice()
const boss = await portal.staff('administrator')
const omar = await portal.staff('fee_earner')

const assign = async (
  { user }: Pick<typeof omar, 'user'>,
  feeEarner: typeof omar,
  facts: { teamId?: TeamId } = {},
) => {
  await boss.ask(firm.joinTeam, { email: user.email })
  await boss.ask(firm.assign, { id: user.id, feeEarnerId: feeEarner.user.id, memberIds: [], ...facts })
}

/** Counts the statements that wait for a lock. */
const countWaiting = async () => {
  const { rows } = await portal.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}

test('an appointment is moved only to a time with somebody who still works with the client', async () => {
  const ana = await portal.client()
  const { id } = await bookAt(ana, '2026-11-10T10:00:00Z')
  await assign(ana, omar)
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

test('whoever of the team of the firm booked for themselves keeps the appointment when its time moves', async () => {
  const [ana, nora] = [await portal.client(), await portal.staff('fee_earner')]
  const { id: teamId } = await boss.ask(teams.create, { name: 'Property', memberIds: [nora.user.id] })
  await assign(ana, priya, { teamId })
  const input = { ...wish('2026-11-10T14:00:00Z'), clientId: ana.user.id }
  const { id } = await nora.ask(firmAppointments.book, input)
  const moved = await ana.ask(appointments.change, { id, ...wish('2026-11-10T15:00:00Z') })
  expect(moved.with.id).toBe(nora.user.id)
})

test('an appointment that is cancelled during the hand-over of its case stays cancelled, without a deadlock', async () => {
  const ana = await portal.client()
  const { id: matterId } = await priya.ask(matters.start, {
    clientId: ana.user.id,
    title: 'Purchase of a flat',
    type: 'Purchase',
    priority: 'high',
    description: 'Flat 4',
    whose: 'firm',
    nextStep: 'We check the lease',
  })
  const { facts } = await priya.ask(matters.firmOne, { id: matterId })
  await priya.ask(matters.saveFacts, { id: matterId, ...facts, feeEarnerId: priya.user.id })
  const { id } = await bookAt(ana, '2026-11-11T10:00:00Z')

  const canceller = await portal.pool.connect()
  await canceller.query('begin')
  await canceller.query('select from appointments where id = $1 for update', [id])
  const sides = { fromId: priya.user.id, toId: omar.user.id }
  const handed = priya.ask(handOver.hand, { id: matterId, ...sides, note: '', isClientTold: false })
  await expect.poll(countWaiting).toBe(1)
  // The move locks the diaries after the appointment. If it had locked them already, the two would deadlock.
  const { rows } = await canceller.query(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_free',
    [`diary ${ana.user.id}`],
  )
  expect(rows).toEqual([{ is_free: true }])
  await canceller.query("update appointments set status = 'cancelled' where id = $1", [id])
  await canceller.query('commit')
  canceller.release()

  expect((await handed).appointments).toEqual([])
  expect(await ana.ask(appointments.list, {})).toMatchObject([
    { id, status: 'cancelled', with: { id: priya.user.id } },
  ])
  const titles = (await ana.ask(notifications.list, {})).map(({ title }) => title)
  expect(titles).not.toContain('An appointment was changed')
})

test('what is booked with somebody who leaves is locked before any diary, also for their second case', async () => {
  const nora = await portal.staff('fee_earner')
  const meetings: Awaited<ReturnType<typeof bookAt>>[] = []
  const clients = [await portal.client(), await portal.client()]
  for (const [at, client] of clients.entries()) {
    await assign(client, nora)
    const { id } = await nora.ask(matters.start, { clientId: client.user.id, ...flatPurchase })
    const { facts } = await nora.ask(matters.firmOne, { id })
    await nora.ask(matters.saveFacts, { id, ...facts, feeEarnerId: nora.user.id })
    meetings.push(await bookAt(client, `2026-11-1${at + 2}T16:00:00Z`))
  }
  const mover = await portal.pool.connect()
  await mover.query('begin')
  await mover.query('select from appointments where id = $1 for update', [meetings[1]?.id])
  const left = boss.ask(people.deactivate, { id: nora.user.id, handTo: omar.user.id })
  await expect.poll(countWaiting).toBe(1)
  // The move locks the diaries next. If the departure had locked them already, the two would deadlock.
  const { rows } = await mover.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_free', [
    `diary ${nora.user.id}`,
  ])
  expect(rows).toEqual([{ is_free: true }])
  await mover.query('commit')
  mover.release()
  await left
  for (const client of clients)
    expect(await client.ask(appointments.list, {})).toMatchObject([
      { status: 'scheduled', with: { id: omar.user.id } },
    ])
})

test('the successor takes over the future appointments of a person who leaves if free, and the others are cancelled', async () => {
  const [ana, ben, cleo] = [await portal.client(), await portal.client(), await portal.client()]
  await assign(cleo, omar)
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
