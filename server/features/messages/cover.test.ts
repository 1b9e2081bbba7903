import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { absences } from '#contract/firm/teams.ts'
import { home } from '#contract/home/home.ts'
import { messages } from '#contract/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')

/** Ana is assigned to Priya, who can go on leave with Tom as her cover. */
async function openTeam() {
  const priya = await portal.staff('fee_earner', { firstName: 'Priya', lastName: 'Raman' })
  const tom = await portal.staff('fee_earner', { firstName: 'Tom', lastName: 'Lee' })
  const ana = await portal.client()
  const assign = async (person: Client, memberIds: Client['user']['id'][] = []) => {
    await boss.ask(firm.joinTeam, { email: ana.user.email })
    await boss.ask(firm.assign, { id: ana.user.id, feeEarnerId: person.user.id, memberIds })
  }
  await assign(priya)
  const days = { from: '2026-11-09', backOn: '2026-12-03' }
  const leave = () => priya.ask(absences.save, { id: priya.user.id, ...days, coverId: tom.user.id })
  const write = (to: Client, content: string) => ana.ask(messages.send, { receiverId: to.user.id, content })
  return { priya, tom, ana, assign, leave, write }
}

const coversShownTo = async (client: Client) =>
  (await client.ask(messages.contacts, {})).map(({ firstName, away }) => [firstName, away?.cover.name])

const ringsOf = async (person: Client) =>
  (await person.ask(notifications.list, {})).filter(({ title }) => title === 'New message for Priya Raman')

const unreadOf = async (person: Client) =>
  (await person.ask(home.show, {})).find(({ kind }) => kind === 'messages')

test('a client is told who answers for an absent person only while both work with the client', async () => {
  const { priya, ana, assign, leave, write } = await openTeam()
  await write(priya, 'When do we exchange?')
  await leave()
  expect(await coversShownTo(ana)).toEqual([
    ['Tom', undefined],
    ['Priya', 'Tom Lee'],
  ])
  const omar = await portal.staff('fee_earner', { firstName: 'Omar', lastName: 'Said' })
  await assign(omar)
  expect(await coversShownTo(ana)).toEqual([
    ['Omar', undefined],
    ['Priya', undefined],
  ])
})

test('a client of nobody is not told of a cover who does not see them', async () => {
  const fresh = await openPortal()
  const administrator = await fresh.staff('administrator')
  const ana = await fresh.client()
  const tom = await fresh.staff('fee_earner', { firstName: 'Tom', lastName: 'Lee' })
  const { id } = administrator.user
  const days = { from: '2026-11-09', backOn: '2026-12-03' }
  await administrator.ask(absences.save, { id, ...days, coverId: tom.user.id })
  expect((await coversShownTo(ana)).map(([, cover]) => cover)).toEqual([undefined])
  await ana.ask(messages.send, { receiverId: id, content: 'Is anybody there?' })
  const titles = (await tom.ask(notifications.list, {})).map(({ title }) => title)
  expect(titles.filter((title) => title.startsWith('New message'))).toEqual([])
})

test('a cover is told of what comes meanwhile once in ten minutes, whatever the absent person has not read', async () => {
  const { priya, tom, leave, write } = await openTeam()
  await write(priya, 'When do we exchange?')
  await leave()
  expect(await ringsOf(tom)).toHaveLength(0)
  await write(priya, 'Did you read that?')
  await write(priya, 'Hello?')
  expect(await ringsOf(tom)).toHaveLength(1)
  portal.wait(minutes(10))
  await write(priya, 'Anybody?')
  expect(await ringsOf(tom)).toHaveLength(2)
})

test("a cover's home lists what the absent person has not read, until the cover has answered the client", async () => {
  const { priya, tom, ana, leave, write } = await openTeam()
  await write(priya, 'When do we exchange?')
  expect(await unreadOf(tom)).toMatchObject({ total: 0 })
  await leave()
  await write(priya, 'Did you read that?')
  await write(tom, 'Can you help?')
  const link = `/firm/messages?with=${ana.user.id}`
  const shown = await unreadOf(tom)
  expect(shown?.total).toBe(2)
  expect(shown?.oldest.map(({ title, path }) => [title, path]).toSorted()).toEqual([
    ['1 message', link],
    ['2 messages for Priya Raman', `${link}&of=${priya.user.id}`],
  ])
  expect(new Set(shown?.oldest.map(({ id }) => id)).size).toBe(2)
  await tom.ask(messages.send, { receiverId: ana.user.id, content: 'On Friday.' })
  expect((await unreadOf(tom))?.oldest.map(({ path }) => path)).toEqual([link])
  expect((await unreadOf(priya))?.oldest.map(({ title }) => title)).toEqual(['2 messages'])
  await write(priya, 'Thank you')
  expect((await unreadOf(tom))?.oldest.map(({ title }) => title).toSorted()).toEqual([
    '1 message',
    '1 message for Priya Raman',
  ])
})

const newsOf = async (person: Client) => (await ringsOf(person)).map(({ isRead }) => isRead)

test('what a cover was told is cleared once they have read it, and the absent person still has it unread', async () => {
  const { priya, tom, ana, leave, write } = await openTeam()
  await leave()
  const { id } = await write(priya, 'When do we exchange?')
  expect(await newsOf(tom)).toEqual([false])
  const omar = await portal.staff('fee_earner', { firstName: 'Omar', lastName: 'Said' })
  await expect(omar.ask(messages.markRead, { id })).rejects.toMatchObject({ code: 'not_found' })
  const other = await portal.client()
  await expect(other.ask(messages.markRead, { id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await tom.ask(messages.markRead, { id })).toMatchObject({ isRead: false })
  expect(await newsOf(tom)).toEqual([true])
  expect(await unreadOf(priya)).toMatchObject({ total: 1 })
  expect((await ana.ask(messages.list, { contactId: priya.user.id }))[0]).toMatchObject({ isRead: false })
})

test('a cover who has read or answered what came hears of the next message at once', async () => {
  const { priya, tom, ana, leave, write } = await openTeam()
  await leave()
  const { id } = await write(priya, 'When do we exchange?')
  await tom.ask(messages.markRead, { id })
  await write(priya, 'Hello?')
  expect(await newsOf(tom)).toEqual([false, true])
  await tom.ask(messages.send, { receiverId: ana.user.id, content: 'On Friday.' })
  await write(priya, 'At what time?')
  expect(await newsOf(tom)).toEqual([false, true, true])
})

test('what a cover was told is cleared once they or the absent person have answered, as it goes from their home', async () => {
  const { priya, tom, ana, assign, leave, write } = await openTeam()
  await leave()
  const omar = await portal.staff('fee_earner', { firstName: 'Omar', lastName: 'Said' })
  await assign(priya, [omar.user.id])
  const answer = (person: Client) =>
    person.ask(messages.send, { receiverId: ana.user.id, content: 'On Friday.' })
  await write(priya, 'When do we exchange?')
  await answer(omar)
  expect(await newsOf(tom)).toEqual([false])
  expect(await unreadOf(tom)).toMatchObject({ total: 1 })
  await answer(tom)
  expect(await newsOf(tom)).toEqual([true])
  expect(await unreadOf(tom)).toMatchObject({ total: 0 })
  portal.wait(minutes(11))
  await write(priya, 'Thank you')
  expect(await newsOf(tom)).toEqual([false, true])
  await answer(priya)
  expect(await newsOf(tom)).toEqual([true, true])
  expect(await unreadOf(tom)).toMatchObject({ total: 0 })
})

test('what a cover was told is cleared once the person has read it, even if they are back by then', async () => {
  const { priya, tom, leave, write } = await openTeam()
  await leave()
  const first = await write(priya, 'When do we exchange?')
  await priya.ask(messages.markRead, { id: first.id })
  expect(await newsOf(tom)).toEqual([true])
  portal.wait(minutes(11))
  const second = await write(priya, 'Thank you')
  await priya.ask(absences.end, { id: priya.user.id })
  // The conversation isn't open to Tom any more, so he sees neither.
  expect(await newsOf(tom)).toEqual([])
  await priya.ask(messages.markRead, { id: second.id })
  await leave()
  expect(await newsOf(tom)).toEqual([true, true])
})
