import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { people } from '#contract/firm/people.ts'
import { absences } from '#contract/firm/teams.ts'
import { home } from '#contract/home/home.ts'
import { messages } from '#contract/messages.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openPage } from '#server/testing/live-stream.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')

/** Ana has written to Marcus, who leaves the firm and hands his clients to Priya. Omar works with Ana too. */
async function openTeam() {
  const marcus = await portal.staff('fee_earner', { firstName: 'Marcus', lastName: 'Webb' })
  const priya = await portal.staff('fee_earner', { firstName: 'Priya', lastName: 'Raman' })
  const omar = await portal.staff('fee_earner', { firstName: 'Omar', lastName: 'Said' })
  const ana = await portal.client()
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  await boss.ask(firm.assign, {
    id: ana.user.id,
    feeEarnerId: marcus.user.id,
    memberIds: [priya.user.id, omar.user.id],
  })
  const { id } = await ana.ask(messages.send, {
    receiverId: marcus.user.id,
    content: 'Has the registry replied?',
  })
  const leave = () => boss.ask(people.deactivate, { id: marcus.user.id, handTo: priya.user.id })
  const withMarcus = { contactId: ana.user.id, memberId: marcus.user.id }
  return { marcus, priya, omar, ana, leave, withMarcus, messageId: id }
}

const unreadOf = async (person: Client) =>
  (await person.ask(home.show, {})).find(({ kind }) => kind === 'messages')

test('what a client wrote to someone who left the firm waits for whoever took over, until they answer', async () => {
  const { marcus, priya, omar, ana, leave } = await openTeam()
  expect(await unreadOf(priya)).toMatchObject({ total: 0 })
  await leave()
  const path = `/firm/messages?with=${ana.user.id}&of=${marcus.user.id}`
  expect(await unreadOf(priya)).toMatchObject({
    total: 1,
    oldest: [{ title: '1 message for Marcus Webb', path }],
  })
  expect(await unreadOf(omar)).toMatchObject({ total: 0 })
  await priya.ask(messages.send, { receiverId: ana.user.id, content: 'Not yet.' })
  expect(await unreadOf(priya)).toMatchObject({ total: 0 })
})

test('what a client last wrote to someone who left is in the list of whoever answers, and of no other colleague', async () => {
  const { marcus, priya, omar, ana, leave } = await openTeam()
  const listedFor = async (person: Client, search?: string) =>
    (await person.ask(messages.contacts, { search })).find(({ id }) => id === ana.user.id)?.lastMessage ??
    null
  expect(await listedFor(priya)).toBeNull()
  await leave()
  const left = { content: 'Has the registry replied?', answeredForId: marcus.user.id }
  expect(await listedFor(priya)).toMatchObject(left)
  expect(await listedFor(priya, ana.user.lastName)).toMatchObject(left)
  expect(await listedFor(omar)).toBeNull()
  portal.wait(minutes(1))
  await priya.ask(messages.send, { receiverId: ana.user.id, content: 'Not yet.' })
  expect(await listedFor(priya)).toMatchObject({ content: 'Not yet.', answeredForId: null })
})

test('it is counted what somebody has neither read nor answered, and what of it passes to a successor', async () => {
  const { marcus, omar, ana } = await openTeam()
  const unread = async (person: Client) => boss.ask(handOver.unread, { id: person.user.id })
  const noneRead = { readFromTheirClients: 0, readFromOthers: 0 }
  expect(await unread(marcus)).toEqual({ ...noneRead, fromTheirClients: 1, fromOthers: 0 })
  for (const content of ['Hello', 'Are you there?'])
    await ana.ask(messages.send, { receiverId: omar.user.id, content })
  await omar.ask(messages.send, { receiverId: ana.user.id, content: 'Yes.' })
  expect(await unread(omar)).toEqual({ ...noneRead, fromTheirClients: 0, fromOthers: 0 })
  await ana.ask(messages.send, { receiverId: omar.user.id, content: 'Thank you' })
  expect(await unread(omar)).toEqual({ ...noneRead, fromTheirClients: 0, fromOthers: 1 })
  await expect(omar.ask(handOver.unread, { id: marcus.user.id })).rejects.toMatchObject({ code: 'forbidden' })
})

test('only whoever is responsible for a client reads what they wrote with someone who left the firm', async () => {
  const { marcus, priya, omar, ana, leave, withMarcus, messageId } = await openTeam()
  const refused = { code: 'not_found' }
  await expect(priya.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  await leave()
  expect(await priya.ask(messages.list, withMarcus)).toMatchObject([{ content: 'Has the registry replied?' }])
  expect(await priya.ask(messages.colleagues, { id: ana.user.id })).toMatchObject([
    { id: marcus.user.id, isCovered: true, hasLeft: true },
  ])
  expect(await priya.ask(messages.markRead, { id: messageId })).toMatchObject({ isRead: false })
  await expect(omar.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  await expect(omar.ask(messages.markRead, { id: messageId })).rejects.toMatchObject(refused)
  expect(await omar.ask(messages.colleagues, { id: ana.user.id })).toEqual([])
  const stranger = await portal.staff('fee_earner')
  await expect(stranger.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
})

test('whoever took over goes on reading once the leaver is back, until the leaver works with the client again', async () => {
  const { marcus, priya, omar, ana, leave, withMarcus } = await openTeam()
  const marcusAgain = async () => {
    const person = portal.visitor()
    await person.ask(accounts.login, { username: marcus.user.username, password: portal.password })
    return person
  }
  const refused = { code: 'not_found' }
  await leave()
  await boss.ask(people.reactivate, { id: marcus.user.id })
  expect(await priya.ask(messages.list, withMarcus)).toHaveLength(1)
  expect(await unreadOf(priya)).toMatchObject({ total: 1, oldest: [{ title: '1 message for Marcus Webb' }] })
  expect(await priya.ask(messages.colleagues, { id: ana.user.id })).toMatchObject([
    { id: marcus.user.id, isCovered: true, hasLeft: false, isOnTeam: false },
  ])
  const ofMarcus = (await ana.ask(messages.contacts, {})).find(({ id }) => id === marcus.user.id)
  expect(ofMarcus).toMatchObject({ canWrite: false, successor: { id: priya.user.id } })
  await expect(omar.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  const back = await marcusAgain()
  await expect(back.ask(messages.list, { contactId: ana.user.id })).rejects.toMatchObject(refused)

  const memberIds = [omar.user.id, marcus.user.id]
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  await boss.ask(firm.assign, { id: ana.user.id, feeEarnerId: priya.user.id, memberIds })
  expect(await back.ask(messages.list, { contactId: ana.user.id })).toHaveLength(1)
  await expect(priya.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  expect(await unreadOf(priya)).toMatchObject({ total: 0 })
})

test('while whoever took over is away, their cover answers for someone who left the firm', async () => {
  const { priya, omar, leave, withMarcus } = await openTeam()
  await leave()
  const days = { from: '2026-11-09', backOn: '2026-12-03' }
  await priya.ask(absences.save, { id: priya.user.id, ...days, coverId: omar.user.id })
  expect(await omar.ask(messages.list, withMarcus)).toHaveLength(1)
  expect(await unreadOf(omar)).toMatchObject({ total: 1 })
})

test('a client is told who answers for someone who left the firm, and for nobody else', async () => {
  const { marcus, priya, omar, ana, leave } = await openTeam()
  const successors = async () =>
    (await ana.ask(messages.contacts, {})).map(({ id, successor }) => [id, successor])
  await ana.ask(messages.send, { receiverId: omar.user.id, content: 'Hello' })
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  await boss.ask(firm.assign, { id: ana.user.id, feeEarnerId: marcus.user.id, memberIds: [priya.user.id] })
  await leave()
  expect(await successors()).toEqual([
    [priya.user.id, null],
    [omar.user.id, null],
    [marcus.user.id, { id: priya.user.id, name: 'Priya Raman' }],
  ])
})

test('the open page of a client hears at once that somebody who worked for them has left', async () => {
  const { marcus, omar, ana, leave } = await openTeam()
  const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
  const page = await openPage(ana, { address, db: portal.db })
  await boss.ask(people.deactivate, { id: omar.user.id, handTo: marcus.user.id })
  expect((await page.received()).topics).toContain('messages')
  const later = await openPage(ana, { address, db: portal.db })
  await leave()
  expect((await later.received()).topics).toContain('messages')
})
