import { expect, test } from 'vitest'
import { people } from '#contract/firm/people.ts'
import { absences, teams } from '#contract/firm/teams.ts'
import { home } from '#contract/home/home.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { messages } from '#contract/messages.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')
const stranger = await portal.staff('fee_earner')
const refused = { code: 'not_found' }
let opened = 0

/** Ana has a team and no fee earner by name. She has written to Marcus of the team, who can leave the firm. */
async function openShared() {
  const marcus = await portal.staff('fee_earner', { firstName: 'Marcus', lastName: 'Webb' })
  const [priya, omar] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  opened += 1
  const memberIds = [marcus, priya, omar].map(({ user }) => user.id)
  const team = await boss.ask(teams.create, { name: `Property ${opened}`, memberIds })
  const ana = await portal.client()
  await portal.pool.query('update users set team_id = $2, fee_earner_id = null where id = $1', [
    ana.user.id,
    team.id,
  ])
  const sent = await ana.ask(messages.send, { receiverId: marcus.user.id, content: 'Is it done?' })
  const leave = () => boss.ask(people.deactivate, { id: marcus.user.id })
  const withMarcus = { contactId: ana.user.id, memberId: marcus.user.id }
  return { marcus, priya, omar, ana, leave, withMarcus, messageId: sent.id }
}

const waitingOf = async (person: Client) =>
  (await person.ask(home.show, {})).find(({ kind }) => kind === 'messages')?.total

test('what a client of a team wrote to someone who left the firm is read by the team, until one of them answers', async () => {
  const { marcus, priya, omar, ana, leave, withMarcus, messageId } = await openShared()
  await expect(priya.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  await leave()
  for (const person of [priya, omar]) {
    expect(await person.ask(messages.list, withMarcus)).toMatchObject([{ content: 'Is it done?' }])
    expect(await person.ask(messages.colleagues, { id: ana.user.id })).toMatchObject([
      { id: marcus.user.id, isCovered: true, hasLeft: true },
    ])
    expect(await waitingOf(person)).toBe(1)
  }
  expect(await priya.ask(messages.markRead, { id: messageId })).toMatchObject({ isRead: false })
  await priya.ask(messages.send, { receiverId: ana.user.id, content: 'It is.' })
  expect(await waitingOf(priya)).toBe(0)
  await expect(stranger.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  await expect(stranger.ask(messages.markRead, { id: messageId })).rejects.toMatchObject(refused)
  await expect((await portal.client()).ask(messages.markRead, { id: messageId })).rejects.toMatchObject(
    refused,
  )
})

test('a team reads nothing of a colleague who is still at the firm, or away with a cover', async () => {
  const { marcus, priya, omar, withMarcus } = await openShared()
  const days = { from: '2026-11-09', backOn: '2026-12-03' }
  await marcus.ask(absences.save, { id: marcus.user.id, ...days, coverId: priya.user.id })
  expect(await priya.ask(messages.list, withMarcus)).toHaveLength(1)
  await expect(omar.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  expect(await waitingOf(omar)).toBe(0)
})

test('of someone named on a restricted case of the client, only those of the team who may know of it read', async () => {
  const { marcus, priya, omar, ana, leave, withMarcus, messageId } = await openShared()
  const { id } = await marcus.ask(matters.start, { ...flatPurchase, clientId: ana.user.id })
  const memberIds = [marcus.user.id, omar.user.id]
  await marcus.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds })
  await leave()
  await expect(priya.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  await expect(priya.ask(messages.markRead, { id: messageId })).rejects.toMatchObject(refused)
  expect(await priya.ask(messages.colleagues, { id: ana.user.id })).toEqual([])
  expect(await waitingOf(priya)).toBe(0)
  expect(await omar.ask(messages.list, withMarcus)).toHaveLength(1)
  expect(await waitingOf(omar)).toBe(1)
})

test('a client of a team is told that it reads what they wrote to someone who left, where all of it does', async () => {
  const { marcus, priya, omar, ana, leave, withMarcus } = await openShared()
  const readByTeam = async () =>
    (await ana.ask(messages.contacts, {}))
      .filter(({ isReadByTeam }) => isReadByTeam)
      .map(({ id, canWrite, successor }) => ({ id, canWrite, successor }))
  await ana.ask(messages.send, { receiverId: omar.user.id, content: 'Hello' })
  expect(await readByTeam()).toEqual([])
  await leave()
  expect(await readByTeam()).toEqual([{ id: marcus.user.id, canWrite: false, successor: null }])
  for (const person of [priya, omar]) expect(await person.ask(messages.list, withMarcus)).toHaveLength(1)

  // Somebody is responsible by name: they read, and no longer the team.
  const feeEarner = [ana.user.id, omar.user.id]
  await portal.pool.query('update users set fee_earner_id = $2 where id = $1', feeEarner)
  expect(await readByTeam()).toEqual([])
  await expect(priya.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
})

test('a client of a team is not told so of someone named on a restricted case, whom not all of it may read', async () => {
  const { marcus, omar, ana, leave } = await openShared()
  const { id } = await marcus.ask(matters.start, { ...flatPurchase, clientId: ana.user.id })
  const memberIds = [marcus.user.id, omar.user.id]
  await marcus.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds })
  await leave()
  const contacts = await ana.ask(messages.contacts, {})
  expect(contacts.find((contact) => contact.id === marcus.user.id)).toMatchObject({ isReadByTeam: false })
})

test('a client of nobody is not told that a team reads what they wrote to someone who left', async () => {
  const { marcus, ana, leave } = await openShared()
  await leave()
  const ofMarcus = async () => (await ana.ask(messages.contacts, {})).find(({ id }) => id === marcus.user.id)
  expect(await ofMarcus()).toMatchObject({ isReadByTeam: true })
  await portal.pool.query('update users set team_id = null where id = $1', [ana.user.id])
  expect(await ofMarcus()).toMatchObject({ isReadByTeam: false })
})
