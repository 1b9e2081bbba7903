import { describe, expect, test } from 'vitest'
import { accounts, type UserId } from '#contract/accounts/accounts.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { absences, teams } from '#contract/firm/teams.ts'
import { fullName } from '#contract/kit/names.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { messages } from '#contract/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { search } from '#contract/search.ts'
import { bookAt, wish } from '#server/features/appointments/testing.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { type Client, openPortal, type Portal } from '#server/testing/portal.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')
const priya = await portal.staff('fee_earner')
const owen = await portal.staff('fee_earner')

/** A client of this fee earner, whom the administrator works with too. */
const newClient = async (on: Portal, boss: Client, feeEarnerId: UserId) => {
  const client = await on.client()
  await boss.ask(firm.joinTeam, { email: client.user.email })
  await boss.ask(firm.assign, { id: client.user.id, feeEarnerId, memberIds: [boss.user.id] })
  return client
}
const matter = { title: 'Purchase', type: 'Property', priority: 'low', description: 'A flat' } as const
const step = { whose: 'firm', nextStep: 'We look at it' } as const
const open = (by: Client, client: Client) =>
  by.ask(matters.start, { clientId: client.user.id, ...matter, ...step })
const sees = async (person: Client, client: Client) =>
  (await person.ask(firm.clients, {})).clients.some(({ id }) => id === client.user.id)
const noticesOf = async (person: Client) =>
  (await person.ask(notifications.list, {})).map(({ title }) => title)

describe('a team', () => {
  test('sees the clients and cases that are assigned to it, and no others', async () => {
    const client = await newClient(portal, admin, priya.user.id)
    const other = await newClient(portal, admin, priya.user.id)
    const { id } = await open(priya, client)
    const team = await admin.ask(teams.create, { name: 'Property', memberIds: [owen.user.id] })
    await admin.ask(firm.assign, {
      id: client.user.id,
      feeEarnerId: priya.user.id,
      memberIds: [],
      teamId: team.id,
    })
    expect(await sees(owen, client)).toBe(true)
    expect(await sees(owen, other)).toBe(false)
    expect((await owen.ask(matters.firmOne, { id })).id).toBe(id)
    expect((await owen.ask(firm.client, { id: client.user.id })).assignedTeam).toEqual({
      id: team.id,
      name: 'Property',
    })
    await admin.ask(teams.save, { id: team.id, name: 'Property', memberIds: [] })
    expect(await sees(owen, client)).toBe(false)
    await expect(owen.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('sees a case that is assigned to it, unless the case is restricted', async () => {
    const client = await newClient(portal, admin, priya.user.id)
    const { id } = await open(priya, client)
    const team = await admin.ask(teams.create, { name: 'Probate', memberIds: [owen.user.id] })
    const { facts } = await priya.ask(matters.firmOne, { id })
    await priya.ask(matters.saveFacts, { id, ...facts, teamId: team.id })
    expect((await owen.ask(matters.firmOne, { id })).facts.teamId).toBe(team.id)
    await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
    await expect(owen.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('has a unique name, and members who look after clients', async () => {
    await admin.ask(teams.create, { name: 'Family', memberIds: [] })
    const again = admin.ask(teams.create, { name: 'family', memberIds: [] })
    await expect(again).rejects.toMatchObject({ code: 'conflict', reason: 'already_taken' })
    const cashier = await portal.staff('cashier')
    const wrong = admin.ask(teams.create, { name: 'Money', memberIds: [cashier.user.id] })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid' })
  })

  test('that is removed leaves its clients to the people responsible for them', async () => {
    const client = await newClient(portal, admin, priya.user.id)
    const team = await admin.ask(teams.create, { name: 'Wills', memberIds: [owen.user.id] })
    const assigned = { id: client.user.id, feeEarnerId: priya.user.id, memberIds: [], teamId: team.id }
    await admin.ask(firm.assign, assigned)
    const input = { title: 'A will', type: 'Family', priority: 'low', description: 'x' } as const
    const { id } = await priya.ask(matters.start, {
      ...input,
      clientId: client.user.id,
      whose: 'firm',
      nextStep: 'We draft it',
    })
    await portal.pool.query('update matters set team_id = $1 where id = $2', [team.id, id])
    await admin.ask(teams.remove, { id: team.id })
    expect(await priya.ask(matters.firmClose, { id })).toMatchObject({ status: 'closed' })
    expect(await sees(owen, client)).toBe(false)
    expect(await sees(priya, client)).toBe(true)
  })
})

describe('somebody who is away', () => {
  test('has their work handed to the cover, and gets it back automatically on the day', async () => {
    const fresh = await openPortal()
    const boss = await fresh.staff('administrator')
    const away = await fresh.staff('fee_earner')
    const cover = await fresh.staff('fee_earner')
    await cover.ask(accounts.saveProfile, { ...namesOf(cover), phone: '020 7946 0199' })
    const client = await newClient(fresh, boss, away.user.id)
    const { id } = await open(away, client)
    const { facts } = await away.ask(matters.firmOne, { id })
    await away.ask(matters.saveFacts, { id, ...facts, feeEarnerId: away.user.id })
    expect(await sees(cover, client)).toBe(false)

    const wanted = { id: away.user.id, from: '2026-11-09', backOn: '2026-12-03', coverId: cover.user.id }
    expect(await away.ask(absences.save, wanted)).toMatchObject({ isAway: true })
    expect(await sees(cover, client)).toBe(true)
    expect((await cover.ask(matters.firmOne, { id })).id).toBe(id)
    expect((await cover.ask(search.find, { words: 'Purchase' })).map(({ id: found }) => found)).toContain(id)
    expect(await noticesOf(cover)).toContain("You're covering for Amara Okafor")
    const [acting] = (await client.ask(matters.one, { id })).people
    expect(acting).toMatchObject({ away: { until: '2026-12-03', cover: { phone: '020 7946 0199' } } })

    // A new client is assigned to the person who is away, and meanwhile the cover looks after them.
    await client.ask(messages.send, { receiverId: away.user.id, content: 'When do we exchange?' })
    expect(await noticesOf(cover)).toContain('New message for Amara Okafor')
    const contactId = client.user.id
    const [notice] = await cover.ask(notifications.list, {})
    expect(notice?.link).toBe(`/firm/messages?with=${contactId}&of=${away.user.id}`)
    expect(await cover.ask(messages.colleagues, { id: contactId })).toMatchObject([{ id: away.user.id }])
    // The client reads beside the conversation who answers meanwhile.
    const shown = (await client.ask(messages.contacts, {})).find(
      ({ id: contact }) => contact === away.user.id,
    )
    expect(shown?.away).toMatchObject({ until: '2026-12-03', cover: { id: cover.user.id } })
    const read = await cover.ask(messages.list, { contactId, memberId: away.user.id })
    expect(read.map(({ content }) => content)).toEqual(['When do we exchange?'])
    await cover.ask(messages.send, { receiverId: contactId, content: 'On Friday.' })
    await client.ask(matters.request, matter)
    expect(await noticesOf(cover)).toContain('A client has requested a new case')

    fresh.wait(24 * 24 * 60 * 60 * 1000)
    await queueJob(fresh.db)('settleAbsences', {})
    await expectDone(fresh, 'settleAbsences')
    const back = fresh.visitor()
    await back.ask(accounts.login, { username: cover.user.username, password: fresh.password })
    expect((await back.ask(firm.clients, {})).total).toBe(0)
    await expect(back.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await back.ask(absences.own, {})).covering).toEqual([])
    await expect(back.ask(messages.colleagues, { id: contactId })).rejects.toMatchObject({
      code: 'not_found',
    })
    const later = fresh.visitor()
    await later.ask(accounts.login, { username: client.user.username, password: fresh.password })
    expect((await later.ask(messages.contacts, {})).every((contact) => contact.away === null)).toBe(true)
  })

  test("is covered by the cover's own cover, if the cover is away too", async () => {
    const [away, cover, coverOfCover] = [
      await portal.staff('fee_earner'),
      await portal.staff('fee_earner'),
      await portal.staff('fee_earner'),
    ]
    const client = await newClient(portal, admin, away.user.id)
    const days = { from: '2026-11-09', backOn: '2026-11-20' }
    await away.ask(absences.save, { id: away.user.id, ...days, coverId: cover.user.id })
    await cover.ask(absences.save, { id: cover.user.id, ...days, coverId: coverOfCover.user.id })
    expect([await sees(cover, client), await sees(coverOfCover, client)]).toEqual([false, true])
    const { id } = await open(coverOfCover, client)
    const [acting] = (await client.ask(matters.one, { id })).people
    expect(acting?.away?.cover.name).toBe(fullName(coverOfCover.user))
    const circle = { id: coverOfCover.user.id, ...days, coverId: away.user.id }
    for (const [person, who] of [
      [coverOfCover, 'You'],
      [admin, 'They'],
    ] as const)
      await expect(person.ask(absences.save, circle)).rejects.toMatchObject({
        fields: { coverId: `${who} would be covering for each other. Please choose someone else.` },
      })
    await admin.ask(absences.end, { id: cover.user.id })
    expect([await sees(cover, client), await sees(coverOfCover, client)]).toEqual([true, false])
    const before = { id: cover.user.id }
    await admin.ask(people.deactivate, { ...before, handTo: coverOfCover.user.id })
    expect(await sees(away, client)).toBe(true)
  })

  test('needs another cover once theirs has left, and administrators and they themselves are told', async () => {
    const fresh = await openPortal()
    const boss = await fresh.staff('administrator')
    const away = await fresh.staff('fee_earner', { firstName: 'Ada', lastName: 'Quill' })
    const cover = await fresh.staff('fee_earner')
    const wanted = { id: away.user.id, from: '2026-11-09', backOn: '2026-12-03', coverId: cover.user.id }
    await away.ask(absences.save, wanted)
    await boss.ask(people.deactivate, { id: cover.user.id })
    expect(await noticesOf(boss)).toContain('Ada Quill needs another cover')
    const lost = (await away.ask(notifications.list, {})).filter(
      ({ title }) => title === 'You need another cover',
    )
    expect(lost).toMatchObject([{ link: '/settings?tab=away' }])
    const before = await noticesOf(boss)
    await boss.ask(people.deactivate, { id: cover.user.id })
    await boss.ask(people.saveRoles, { id: cover.user.id, roles: ['cashier'] })
    expect(await noticesOf(boss)).toEqual(before)
    const listed = (await boss.ask(people.list, {})).people.find(({ id }) => id === away.user.id)
    expect(listed?.absence).toMatchObject({ from: '2026-11-09', isAway: false })
  })

  test('reads what is booked on those days, and so do the cover, the client and the appointments page', async () => {
    const fresh = await openPortal()
    const boss = await fresh.staff('administrator')
    const away = await fresh.staff('fee_earner', { firstName: 'Ada', lastName: 'Quill' })
    const cover = await fresh.staff('fee_earner')
    const client = await newClient(fresh, boss, away.user.id)
    const inside = await bookAt(client, '2026-11-18T10:00:00Z')
    await bookAt(client, '2026-11-20T10:00:00Z')
    const cancelled = await bookAt(client, '2026-11-17T10:00:00Z')
    await client.ask(appointments.cancel, { id: cancelled.id })

    const days = { from: '2026-11-16', backOn: '2026-11-20' }
    const saved = await boss.ask(absences.save, { id: away.user.id, ...days, coverId: cover.user.id })
    const booked = [{ id: inside.id, startTime: inside.startTime, client: fullName(client.user) }]
    expect(saved.booked).toEqual(booked)
    expect((await away.ask(absences.own, {})).booked).toEqual(booked)
    const [notice] = await away.ask(notifications.list, {})
    expect(notice).toMatchObject({
      title: "1 appointment is booked while you're away",
      link: `/firm/appointments?appointment=${inside.id}`,
    })
    const isAwayFor = async () =>
      Object.fromEntries((await client.ask(appointments.list, {})).map(({ id, isAway }) => [id, isAway]))
    expect(await isAwayFor()).toMatchObject({ [inside.id]: true, [cancelled.id]: false })
    expect(Object.values(await isAwayFor()).filter(Boolean)).toHaveLength(1)

    await away.ask(absences.save, { id: away.user.id, ...days, from: '2026-11-09', coverId: cover.user.id })
    const [covering] = await cover.ask(notifications.list, {})
    expect(covering).toMatchObject({ link: `/firm/appointments?appointment=${inside.id}` })
    expect(covering?.body).toContain('1 appointment is booked with them on these days.')
    const change = { id: inside.id, ...wish('2026-11-18T10:00:00Z'), withId: cover.user.id }
    expect((await cover.ask(appointments.change, change)).with.id).toBe(cover.user.id)
    expect((await away.ask(absences.own, {})).booked).toEqual([])
    expect(Object.values(await isAwayFor()).filter(Boolean)).toEqual([])
  })

  test('is entered by themselves or an administrator, for days in the future', async () => {
    const id = priya.user.id
    const wanted = { id, from: '2026-11-09', backOn: '2026-11-20', coverId: owen.user.id }
    await expect(owen.ask(absences.save, wanted)).rejects.toMatchObject({ reason: 'not_yours' })
    const past = admin.ask(absences.save, { ...wanted, from: '2026-11-02', backOn: '2026-11-09' })
    await expect(past).rejects.toMatchObject({ code: 'invalid' })
    const never = admin.ask(absences.save, { ...wanted, from: '0000-01-01' })
    await expect(never).rejects.toMatchObject({ code: 'invalid', fields: { from: 'Please check the year' } })
    const later = { ...wanted, from: '2026-11-16' }
    expect(await admin.ask(absences.save, later)).toMatchObject({
      isAway: false,
      cover: { id: owen.user.id },
    })
    const listed = (await admin.ask(people.list, {})).people.find((person) => person.id === id)
    expect(listed?.absence?.backOn).toBe('2026-11-20')
    await priya.ask(absences.end, { id })
    expect((await priya.ask(absences.own, {})).absence).toBe(null)
  })
})

const namesOf = ({ user: { firstName, lastName, email } }: Client) => ({ firstName, lastName, email })
