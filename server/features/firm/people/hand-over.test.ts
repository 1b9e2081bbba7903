import { expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { firm } from '#contract/firm/firm.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { people } from '#contract/firm/people.ts'
import { absences } from '#contract/firm/teams.ts'
import { home } from '#contract/home/home.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { messages } from '#contract/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { bookAt } from '#server/features/appointments/testing.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { openPortal, type Portal } from '#server/testing/portal.ts'

type Staff = Awaited<ReturnType<Portal['staff']>>

/** Priya is responsible for every client, and runs the matters she opens. */
async function openFirm() {
  const portal = await openPortal()
  const [priya, omar] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  const boss = await portal.staff('administrator')
  const openMatter = async (client: Awaited<ReturnType<Portal['client']>>, title = 'Purchase of a flat') => {
    const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...flatPurchase, title })
    const { facts } = await priya.ask(matters.firmOne, { id })
    await priya.ask(matters.saveFacts, { id, ...facts, feeEarnerId: priya.user.id })
    return id
  }
  const letBossJoin = ({ user }: Awaited<ReturnType<Portal['client']>>) =>
    boss.ask(firm.joinTeam, { email: user.email })
  const wanted = (id: Input<typeof handOver.hand>['id'], to: Staff, more = {}) => ({
    id,
    fromId: priya.user.id,
    toId: to.user.id,
    note: '',
    isClientTold: true,
    ...more,
  })
  return { portal, priya, omar, boss, letBossJoin, openMatter, wanted }
}

const titlesOf = async ({ ask }: Pick<Staff, 'ask'>) =>
  (await ask(notifications.list, {})).map(({ title }) => title)

test('a matter that is handed over belongs to the colleague with its client, and the client is told', async () => {
  const { portal, priya, omar, openMatter, wanted } = await openFirm()
  const ana = await portal.client({ firstName: 'Ana', lastName: 'Bell' })
  const id = await openMatter(ana)
  await ana.ask(messages.send, { receiverId: priya.user.id, content: 'When do we exchange?' })
  const before = await priya.ask(handOver.show, { id })
  expect(before).toMatchObject({
    from: { id: priya.user.id },
    clients: [{ name: 'Ana Bell', becomes: 'handed', reviews: 0, unread: 1 }],
    nextStep: 'We check the lease',
    appointments: [],
  })
  expect(before.colleagues.map((person) => person.id)).toContain(omar.user.id)
  expect(before.colleagues.map((person) => person.id)).not.toContain(priya.user.id)

  await priya.ask(handOver.hand, wanted(id, omar, { note: 'The lease has 82 years left.' }))

  const steps = (await omar.ask(home.show, {})).find(({ kind }) => kind === 'next_steps')
  expect(steps?.oldest).toMatchObject([{ title: 'We check the lease', client: 'Ana Bell' }])
  expect(await titlesOf(omar)).toContain('You are now in charge of a case')
  const { notes, facts } = await omar.ask(matters.firmOne, { id })
  expect(facts.feeEarnerId).toBe(omar.user.id)
  expect(notes[0]?.words).toContain('The lease has 82 years left.')
  await expect(priya.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })

  const seen = await ana.ask(matters.one, { id })
  const name = `${omar.user.firstName} ${omar.user.lastName}`
  expect(seen.feeEarner).toBe(name)
  expect(seen.events[0]).toMatchObject({
    kind: 'handed_over',
    words: expect.stringContaining(`${name} now looks after your case`),
  })
  expect(JSON.stringify(seen)).not.toContain('82 years')
  expect(await titlesOf(ana)).toContain('Someone new is looking after your case')
  const { rows } = await portal.pool.query(
    `select details from audit where event = 'case.handed_over' and subject_id = $1`,
    [ana.user.id],
  )
  expect(rows).toMatchObject([{ details: { to: name } }])
})

test('if the client is not told, they get no event or notification, but their case names the new person', async () => {
  const { portal, priya, omar, openMatter, wanted } = await openFirm()
  const ana = await portal.client()
  const id = await openMatter(ana)
  const seenBefore = [await titlesOf(ana), (await ana.ask(matters.one, { id })).events.length]
  await priya.ask(handOver.hand, wanted(id, omar, { isClientTold: false }))
  const seen = await ana.ask(matters.one, { id })
  expect([await titlesOf(ana), seen.events.length]).toEqual(seenBefore)
  expect(seen.people.map(({ name }) => name)).toEqual([`${omar.user.firstName} ${omar.user.lastName}`])
})

test('a client with another open case of the same person stays with them, and the colleague sees the file', async () => {
  const { portal, priya, omar, openMatter, wanted } = await openFirm()
  const ana = await portal.client()
  const [flatId, houseId] = [await openMatter(ana), await openMatter(ana, 'Sale of a house')]
  const { id: meeting } = await bookAt(ana, '2026-11-12T10:00:00Z')
  expect(await priya.ask(handOver.show, { id: flatId })).toMatchObject({
    clients: [{ becomes: 'stays' }],
    appointments: [],
  })
  await priya.ask(handOver.hand, wanted(flatId, omar))
  expect((await priya.ask(matters.firmOne, { id: houseId })).facts.feeEarnerId).toBe(priya.user.id)
  expect((await omar.ask(matters.firmOne, { id: flatId })).client.id).toBe(ana.user.id)
  expect((await ana.ask(appointments.list, {})).find(({ id }) => id === meeting)?.with.id).toBe(priya.user.id)
})

test('a case without a named fee earner is handed over by whoever is responsible for its client, with the client', async () => {
  const { portal, priya, omar, wanted } = await openFirm()
  const ana = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: ana.user.id, ...flatPurchase })
  const { id: meeting } = await bookAt(ana, '2026-11-12T10:00:00Z')
  const name = `${priya.user.firstName} ${priya.user.lastName}`
  expect(await priya.ask(handOver.show, { id, toId: omar.user.id })).toMatchObject({
    from: { id: priya.user.id, name },
    clients: [{ becomes: 'handed' }],
    appointments: [{ id: meeting, goesAlong: true }],
  })
  await priya.ask(handOver.hand, wanted(id, omar))
  const seen = await ana.ask(matters.one, { id })
  expect(seen.people.map((person) => person.name)).toEqual([`${omar.user.firstName} ${omar.user.lastName}`])
  expect(seen.events[0]?.words).toContain(`instead of ${name}`)
  expect((await ana.ask(messages.contacts, {})).map((contact) => contact.id)).toEqual([omar.user.id])
  expect((await ana.ask(appointments.list, {})).map(({ with: person }) => person.id)).toEqual([omar.user.id])
})

test('appointments keep their time: they are handed over if the colleague is free, and listed if not', async () => {
  const { portal, priya, omar, boss, letBossJoin, openMatter, wanted } = await openFirm()
  const ana = await portal.client()
  await letBossJoin(ana)
  const ben = await portal.client()
  const id = await openMatter(ana)
  const free = await bookAt(ana, '2026-11-12T10:00:00Z')
  const clashing = await bookAt(ana, '2026-11-12T14:00:00Z')
  await priya.ask(handOver.hand, wanted(await openMatter(ben), omar))
  await bookAt(ben, '2026-11-12T14:00:00Z')
  const shown = await boss.ask(handOver.show, { id, toId: omar.user.id })
  const expected = [
    { id: free.id, goesAlong: true },
    { id: clashing.id, goesAlong: false },
  ]
  expect(shown.appointments).toMatchObject(expected)
  const handed = await boss.ask(handOver.hand, wanted(id, omar))
  expect(handed.appointments).toEqual(shown.appointments)
  const after = await ana.ask(appointments.list, {})
  const withOf = (appointment: typeof free) => after.find((listed) => listed.id === appointment.id)
  expect(withOf(free)).toMatchObject({ with: { id: omar.user.id }, startTime: free.startTime })
  expect(withOf(clashing)).toMatchObject({ with: { id: priya.user.id }, status: 'scheduled' })
})

test('each person who cannot take a case is refused with a specific sentence', async () => {
  const { portal, priya, omar, boss, openMatter, wanted } = await openFirm()
  const id = await openMatter(await portal.client())
  const [gone, till] = [await portal.staff('fee_earner'), await portal.staff('cashier')]
  await boss.ask(people.deactivate, { id: gone.user.id })
  const days = { from: '2026-11-09', backOn: '2026-12-03' }
  await omar.ask(absences.save, { id: omar.user.id, ...days, coverId: boss.user.id })
  const refusalOf = (to: Staff) =>
    priya.ask(handOver.hand, wanted(id, to)).then(
      () => 'handed over',
      ({ fields }) => fields.toId,
    )
  expect(await refusalOf(gone)).toMatch(/has left the firm/)
  expect(await refusalOf(till)).toMatch(/doesn't run cases/)
  expect(await refusalOf(omar)).toMatch(/is away until 3 December 2026, and .* covers for them/)
  expect(await refusalOf(priya)).toMatch(/is in charge of this case already/)
  const shown = await priya.ask(handOver.show, { id })
  expect(shown.colleagues.find((person) => person.id === omar.user.id)?.awayUntil).toBe('2026-12-03')
  expect((await priya.ask(matters.firmOne, { id })).facts.feeEarnerId).toBe(priya.user.id)
})

test('of two concurrent hand-overs one succeeds, and the other is told who is in charge', async () => {
  const { portal, priya, omar, boss, letBossJoin, openMatter, wanted } = await openFirm()
  for (let round = 0; round < 10; round++) {
    const client = await portal.client()
    await letBossJoin(client)
    const id = await openMatter(client)
    const attempts = [priya.ask(handOver.hand, wanted(id, omar)), boss.ask(handOver.hand, wanted(id, boss))]
    const settled = await Promise.allSettled(attempts)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { facts } = await boss.ask(matters.firmOne, { id })
    expect([omar.user.id, boss.user.id]).toContain(facts.feeEarnerId)
    const [refused] = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(['conflict', 'not_found']).toContain(refused.code)
  }
})

test('the colleague can open a restricted case, and nobody else learns its name or number', async () => {
  const { portal, priya, omar, boss, letBossJoin, openMatter, wanted } = await openFirm()
  const ana = await portal.client()
  await letBossJoin(ana)
  const id = await openMatter(ana, 'A secret divorce')
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [priya.user.id] })
  await expect(boss.ask(handOver.show, { id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(boss.ask(handOver.hand, wanted(id, boss))).rejects.toMatchObject({ code: 'not_found' })
  await priya.ask(handOver.hand, wanted(id, omar))
  expect((await omar.ask(matters.firmOne, { id })).access.memberIds).toContain(omar.user.id)
  await expect(boss.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })
  expect(JSON.stringify(await boss.ask(notifications.list, {}))).not.toContain('divorce')
})

test('a case that is handed to whoever runs it already, without being named on it, keeps the note', async () => {
  const { portal, priya, wanted } = await openFirm()
  const ana = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: ana.user.id, ...flatPurchase })
  await priya.ask(handOver.hand, wanted(id, priya, { note: 'The lender has called twice.' }))
  const { facts, notes } = await priya.ask(matters.firmOne, { id })
  expect(facts.feeEarnerId).toBe(priya.user.id)
  expect(notes.map(({ words }) => words)).toEqual(['The lender has called twice.'])
})
