import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { identity } from '#contract/identity/identity.ts'
import {
  checkPath,
  clientPath,
  clientTaskPath,
  complianceItemPath,
  firmMatterPath,
  pages,
  pathTo,
  reviewPath,
} from '#contract/kit/pages.ts'
import { matters } from '#contract/matters/matters.ts'
import { messagesPathOf } from '#contract/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { privacy } from '#contract/privacy.ts'
import { TaskId, tasks } from '#contract/tasks.ts'
import { bookAt } from '#server/features/appointments/testing.ts'
import { plainPage, upload } from '#server/features/documents/testing/documents.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { addNotification } from '#server/features/notifications/service.ts'
import { pay } from '#server/features/payments/testing.ts'
import { send } from '#server/features/signatures/testing/signature-requests.ts'
import { expectNoneDue } from '#server/testing/jobs.ts'
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
const appointment = await bookAt(ana, '2026-11-12T10:00:00Z')
const deed = await send(priya, ana)
const payment = await pay(ana)
const request = await ana.ask(privacy.complain, { words: 'Nobody calls me back.' })
const bankTask = (await ana.ask(tasks.list, {})).find(({ kind }) => kind === 'bank_check')
const { task: check } = await ana.ask(identity.complete, {
  taskId: TaskId.parse(bankTask?.id),
  verificationType: 'bank',
  bank: { accountName: 'B Nobody', accountNumber: '66374958', sortCode: '08-99-99', bankName: 'Co-op' },
})
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
  appointment: pathTo(pages.firmAppointments, 'appointment', appointment.id),
  signature: pathTo(pages.firmSignatures, 'document', deed.id),
  refund: pathTo(pages.refunds, 'payment', payment.id),
  request: pathTo(pages.firmRequests, 'request', request.id),
  check: checkPath(check.id),
  compliance: complianceItemPath(document.id),
  settings: pages.settings,
  'a case handed over': null,
}
const allBut = (...hidden: string[]) => Object.keys(links).filter((title) => !hidden.includes(title))
const cases = ['case', 'case in the list']
const always = ['settings', 'a case handed over']

/** Notifies somebody of each, and returns what they read of it after checking that no more is counted. */
const shownTo = async (person: Person) => {
  // What a job tells later would be counted too.
  await expectNoneDue(portal)
  await person.ask(notifications.markRead, {})
  for (const [title, link] of Object.entries(links)) await tell(person, title, link)
  const shown = (await titlesFor(person)).filter((title) => title in links)
  expect(await unreadOf(person)).toBe(shown.length)
  return shown
}

test('what a person may not open is neither listed among their notifications nor counted', async () => {
  expect(await shownTo(priya)).toEqual(allBut('compliance'))
  expect(await shownTo(omar)).toEqual([...cases, ...always])
  expect(await shownTo(boss)).toEqual(['request', ...always])
})

test.each([
  { role: 'compliance_officer', expected: allBut('appointment') },
  { role: 'cashier', expected: ['refund', ...always] },
  { role: 'auditor', expected: allBut('appointment', 'compliance') },
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
