import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { people } from '#contract/firm/people.ts'
import { teams } from '#contract/firm/teams.ts'
import { home } from '#contract/home/home.ts'
import { messages } from '#contract/messages.ts'
import { before, days } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')
const refused = { code: 'not_found' }
let opened = 0

/** Ana has written to Marcus, who has read it without an answer. When he leaves, Priya takes over; Omar works with Ana too. */
async function openTeam() {
  const marcus = await portal.staff('fee_earner', { firstName: 'Marcus', lastName: 'Webb' })
  const [priya, omar] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  const ana = await portal.client()
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  const memberIds = [priya.user.id, omar.user.id]
  await boss.ask(firm.assign, { id: ana.user.id, feeEarnerId: marcus.user.id, memberIds })
  const write = async (content: string) => {
    const { id } = await ana.ask(messages.send, { receiverId: marcus.user.id, content })
    await marcus.ask(messages.markRead, { id })
  }
  await write('Has the registry replied?')
  const leave = () => boss.ask(people.deactivate, { id: marcus.user.id, handTo: priya.user.id })
  const withMarcus = { id: ana.user.id, memberId: marcus.user.id }
  return { marcus, priya, omar, ana, write, leave, withMarcus }
}

const waitingFor = async (person: Client) =>
  (await person.ask(home.show, {})).find(({ kind }) => kind === 'messages')

const isWaitingIn = async (person: Client, client: Client) =>
  (await person.ask(messages.colleagues, { id: client.user.id })).map(({ isWaiting }) => isWaiting)

test('what someone who left had read and not answered waits for whoever answers, until they write to the client', async () => {
  const { marcus, priya, omar, ana, write, leave } = await openTeam()
  await write('We are in a hurry.')
  expect(await waitingFor(priya)).toMatchObject({ total: 0 })
  await leave()
  expect(await waitingFor(priya)).toMatchObject({
    total: 1,
    oldest: [
      {
        title: '2 messages for Marcus Webb',
        path: `/firm/messages?with=${ana.user.id}&of=${marcus.user.id}`,
      },
    ],
  })
  expect(await isWaitingIn(priya, ana)).toEqual([true])
  expect(await waitingFor(omar)).toMatchObject({ total: 0 })
  await omar.ask(messages.send, { receiverId: ana.user.id, content: 'Ask Priya.' })
  expect(await waitingFor(priya)).toMatchObject({ total: 1 })
  await priya.ask(messages.send, { receiverId: ana.user.id, content: 'Not yet.' })
  expect(await waitingFor(priya)).toMatchObject({ total: 0 })
  expect(await isWaitingIn(priya, ana)).toEqual([false])
})

test('what someone who left had read and what they had not are one line', async () => {
  const { marcus, priya, ana, leave } = await openTeam()
  await ana.ask(messages.send, { receiverId: marcus.user.id, content: 'Hello?' })
  await leave()
  expect(await waitingFor(priya)).toMatchObject({
    total: 1,
    oldest: [{ title: '2 messages for Marcus Webb' }],
  })
})

test('what someone who left had answered, or had left for more than thirty days, waits for nobody', async () => {
  const [answered, old] = [await openTeam(), await openTeam()]
  await answered.marcus.ask(messages.send, { receiverId: answered.ana.user.id, content: 'It has.' })
  await answered.leave()
  expect(await waitingFor(answered.priya)).toMatchObject({ total: 0 })
  await portal.pool.query('update messages set created_at = $2 where client_id = $1', [
    old.ana.user.id,
    before(portal.now(), days(31)),
  ])
  await old.leave()
  expect(await waitingFor(old.priya)).toMatchObject({ total: 0 })
})

test('of what a client wrote, only what came after the last answer of someone who left waits', async () => {
  const { marcus, priya, ana, write, leave } = await openTeam()
  await marcus.ask(messages.send, { receiverId: ana.user.id, content: 'It has.' })
  await write('And now?')
  await leave()
  expect(await waitingFor(priya)).toMatchObject({ oldest: [{ title: '1 message for Marcus Webb' }] })
})

test('whoever answers for someone who left says that a conversation needs no reply, and nobody else may', async () => {
  const { marcus, priya, omar, ana, leave, withMarcus } = await openTeam()
  await ana.ask(messages.send, { receiverId: marcus.user.id, content: 'Thank you' })
  await expect(priya.ask(messages.settle, withMarcus)).rejects.toMatchObject(refused)
  await leave()
  const stranger = await portal.staff('fee_earner')
  for (const person of [omar, stranger, boss])
    await expect(person.ask(messages.settle, withMarcus)).rejects.toMatchObject(refused)
  expect(await waitingFor(priya)).toMatchObject({ total: 1 })
  await priya.ask(messages.settle, withMarcus)
  expect(await waitingFor(priya)).toMatchObject({ total: 0 })
  const shown = await priya.ask(messages.list, { contactId: ana.user.id, memberId: marcus.user.id })
  expect(shown.map(({ isRead }) => isRead)).toEqual([true, true])
  const { rows } = await portal.pool.query(
    "select actor_id, details from audit where event = 'messages.settled' and subject_id = $1",
    [ana.user.id],
  )
  expect(rows).toEqual([{ actor_id: priya.user.id, details: { memberId: marcus.user.id } }])
})

/** Ana has a team and no fee earner by name, so all of it answers for Marcus once he has left. */
async function openShared({ unread = false } = {}) {
  const team = await openTeam()
  if (unread)
    await team.ana.ask(messages.send, { receiverId: team.marcus.user.id, content: 'Are you there?' })
  const { marcus, priya, omar, ana } = team
  opened += 1
  const memberIds = [marcus, priya, omar].map(({ user }) => user.id)
  const { id } = await boss.ask(teams.create, { name: `Property ${opened}`, memberIds })
  await portal.pool.query('update users set team_id = $2, fee_earner_id = null where id = $1', [
    ana.user.id,
    id,
  ])
  await boss.ask(people.deactivate, { id: marcus.user.id })
  for (const person of [priya, omar]) expect(await waitingFor(person)).toMatchObject({ total: 1 })
  return team
}

test('what a team had read and not answered waits for nobody once one of them has answered, or needs no reply', async () => {
  const [answered, settled] = [await openShared(), await openShared()]
  await answered.priya.ask(messages.send, { receiverId: answered.ana.user.id, content: 'Not yet.' })
  expect(await waitingFor(answered.omar)).toMatchObject({ total: 0 })
  await settled.priya.ask(messages.settle, settled.withMarcus)
  expect(await waitingFor(settled.omar)).toMatchObject({ total: 0 })
})

test('what nobody of a team had read waits for none of them once one of them has answered', async () => {
  const { marcus, priya, omar, ana } = await openShared({ unread: true })
  expect(await waitingFor(omar)).toMatchObject({ oldest: [{ title: '2 messages for Marcus Webb' }] })
  await priya.ask(messages.send, { receiverId: ana.user.id, content: 'Not yet.' })
  expect(await waitingFor(omar)).toMatchObject({ total: 0 })
  expect(await isWaitingIn(omar, ana)).not.toContain(true)
  // What the client writes to one who is still there waits for them alone.
  await ana.ask(messages.send, { receiverId: omar.user.id, content: 'And you?' })
  expect(await waitingFor(omar)).toMatchObject({ total: 1 })
  expect(await waitingFor(priya)).toMatchObject({ total: 0 })
  expect(await ana.ask(messages.list, { contactId: marcus.user.id })).toHaveLength(2)
})

test('what someone who left before the portal kept it had not read waits for none of a team once one has answered', async () => {
  const { marcus, priya, omar, ana } = await openShared({ unread: true })
  // As an earlier version has left it.
  await portal.pool.query('update message_threads set left_from_id = null where member_id = $1', [
    marcus.user.id,
  ])
  expect(await waitingFor(omar)).toMatchObject({ oldest: [{ title: '1 message for Marcus Webb' }] })
  await priya.ask(messages.send, { receiverId: ana.user.id, content: 'Not yet.' })
  for (const person of [priya, omar]) expect(await waitingFor(person)).toMatchObject({ total: 0 })
})

test('whoever lets someone go reads how many messages they have read and not answered, as far as these will wait', async () => {
  const { marcus, ana, write } = await openTeam()
  const left = () => boss.ask(handOver.unread, { id: marcus.user.id })
  const none = { fromTheirClients: 0, fromOthers: 0, readFromTheirClients: 0, readFromOthers: 0 }
  await write('We are in a hurry.')
  expect(await left()).toEqual({ ...none, readFromTheirClients: 2 })
  await ana.ask(messages.send, { receiverId: marcus.user.id, content: 'Hello?' })
  expect(await left()).toEqual({ ...none, readFromTheirClients: 2, fromTheirClients: 1 })
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  await boss.ask(firm.assign, { id: ana.user.id, feeEarnerId: boss.user.id, memberIds: [marcus.user.id] })
  expect(await left()).toEqual({ ...none, readFromOthers: 2, fromOthers: 1 })
  await marcus.ask(messages.send, { receiverId: ana.user.id, content: 'It has.' })
  await write('Thank you.')
  expect(await left()).toEqual({ ...none, readFromOthers: 1 })
  await portal.pool.query('update messages set created_at = $2 where client_id = $1', [
    ana.user.id,
    before(portal.now(), days(31)),
  ])
  expect(await left()).toEqual(none)
})
