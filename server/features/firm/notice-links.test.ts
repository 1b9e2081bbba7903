import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { clientPath, clientTaskPath, firmMatterPath, pages, pathTo, reviewPath } from '#contract/kit/pages.ts'
import { matters } from '#contract/matters/matters.ts'
import { messagesPathOf } from '#contract/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { plainPage, upload } from '#server/features/documents/testing/documents.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { addNotification } from '#server/features/notifications/service.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
// The first fee earner is responsible for every client in this file.
const priya = await portal.staff('fee_earner')
const omar = await portal.staff('fee_earner')
const boss = await portal.staff('administrator')

type Person = Pick<Client, 'ask' | 'user'>
const tell = ({ user }: Person, title: string, link: string | null) =>
  addNotification(portal.db, user.id, { topic: 'account', title, body: '', link, createdAt: portal.now() })
const titlesFor = async ({ ask }: Pick<Person, 'ask'>) =>
  (await ask(notifications.list, {})).map(({ title }) => title).toReversed()
const unreadOf = async ({ ask }: Pick<Person, 'ask'>) =>
  (await ask(notifications.markRead, { ids: [] })).unread

const ana = await portal.client()
const { document } = await upload(ana, plainPage, { filename: 'lease.pdf' })
const { id: matterId } = await priya.ask(matters.start, { ...flatPurchase, clientId: ana.user.id })
const { facts } = await priya.ask(matters.firmOne, { id: matterId })
await priya.ask(matters.saveFacts, { id: matterId, ...facts, supervisorId: omar.user.id })

const links: Record<string, string | null> = {
  client: clientPath(ana.user.id),
  task: clientTaskPath(ana.user.id, document.id),
  messages: messagesPathOf({ role: 'fee_earner' }, ana.user.id),
  document: reviewPath(document.id),
  case: firmMatterPath(matterId),
  'case in the list': pathTo(pages.firmMatters, 'case', matterId),
  settings: pages.settings,
  'a case handed over': null,
}
const everything = Object.keys(links)
const cases = ['case', 'case in the list']
const always = ['settings', 'a case handed over']

/** Notifies somebody of each, and returns what they read of it after checking that no more is counted. */
const shownTo = async (person: Person) => {
  await person.ask(notifications.markRead, {})
  for (const [title, link] of Object.entries(links)) await tell(person, title, link)
  const shown = (await titlesFor(person)).filter((title) => title in links)
  expect(await unreadOf(person)).toBe(shown.length)
  return shown
}

test('what a person may not open is neither listed among their notifications nor counted', async () => {
  expect(await shownTo(priya)).toEqual(everything)
  expect(await shownTo(omar)).toEqual([...cases, ...always])
  expect(await shownTo(boss)).toEqual(always)
})

test.each([
  { role: 'compliance_officer', expected: everything },
  { role: 'cashier', expected: always },
  { role: 'auditor', expected: everything },
] as const)('the notifications of a $role lead to what that role opens', async ({ role, expected }) => {
  const inspects = role === 'auditor' ? [matterId] : []
  expect(await shownTo(await portal.staff(role, { inspects }))).toEqual(expected)
})

test('whoever loses a client loses what their notifications say of them, and has it again with the client', async () => {
  const { user } = await portal.client()
  await boss.ask(firm.joinTeam, { email: user.email })
  await tell(boss, 'Of this client', clientPath(user.id))
  await boss.ask(firm.assign, { id: user.id, feeEarnerId: priya.user.id, memberIds: [] })
  expect(await titlesFor(boss)).not.toContain('Of this client')
  await boss.ask(firm.joinTeam, { email: user.email })
  expect(await titlesFor(boss)).toContain('Of this client')
})

test('a lower role hides what it doesn’t open', async () => {
  const lena = await portal.staff('compliance_officer')
  const { user } = await portal.client()
  await tell(lena, 'Of this client', clientPath(user.id))
  expect(await titlesFor(lena)).toEqual(['Of this client'])
  await boss.ask(people.saveRoles, { id: lena.user.id, roles: ['cashier'] })
  const again = portal.visitor()
  await again.ask(accounts.login, { username: lena.user.username, password: portal.password })
  expect(await titlesFor(again)).not.toContain('Of this client')
})
