import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { guests } from '#contract/guests.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { tasks } from '#contract/tasks.ts'
import { flat, step } from './testing/guests.ts'
import { openCases } from './testing/two-cases.ts'

const openSeen = async () => {
  const cases = await openCases()
  const boss = await cases.portal.staff('administrator')
  await boss.ask(firm.joinTeam, { email: cases.first.client.user.email })
  const seenBy = async ({ ask }: Pick<typeof boss, 'ask'>) =>
    (await ask(guests.list, { id: cases.first.id }))[0]
  const finishAll = () => cases.portal.pool.query("update tasks set status = 'completed', reason = null")
  return { ...cases, boss, seenBy, finishAll }
}

test('the guests of a case are counted without what a restricted case asks of them, or has on hold', async () => {
  const { priya, boss, first, guestId, seenBy, finishAll } = await openSeen()
  await finishAll()
  const before = await seenBy(boss)
  expect(before).toMatchObject({ state: 'done' })
  const { id } = await priya.ask(matters.start, { clientId: first.client.user.id, ...flat, ...step })
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  const { parties } = await priya.ask(matters.firmOne, { id: first.id })
  const aunt = parties.find((party) => party.clientId === guestId)
  if (!aunt) throw new Error('There is a guest')
  const { name, email, phone, number, personId } = aunt
  const contact = { kind: 'person', name, email, phone, number, personId } as const
  await priya.ask(matterParties.add, { id, ...contact, role: 'beneficiary', detail: '' })
  await priya.ask(matterTabs.requestDocument, { id, clientId: guestId, title: 'A payslip' })
  expect(await seenBy(boss)).toEqual(before)
  expect(await seenBy(priya)).toMatchObject({
    state: 'open',
    tasks: { total: (before?.tasks.total ?? 0) + 1 },
  })
  await priya.ask(matters.firmClose, { id })
  expect(await seenBy(boss)).toEqual(before)
  expect(await seenBy(priya)).toEqual({ ...before, heldTasks: 1 })
})

test('the guests of a case are counted without what a case asked of them on which their access has ended', async () => {
  const { boss, second, invite, end, seenBy } = await openSeen()
  const before = await seenBy(boss)
  await invite('A payslip')
  expect((await seenBy(boss))?.tasks.total).toBe((before?.tasks.total ?? 0) + 1)
  await end(second)
  expect(await seenBy(boss)).toEqual(before)
})

test('the guests of a case are counted without what is on hold while another case is closed', async () => {
  const { priya, boss, second, request, seenBy, finishAll } = await openSeen()
  await finishAll()
  const before = await seenBy(boss)
  await request('A payslip')
  expect((await seenBy(boss))?.state).toBe('open')
  await priya.ask(matters.firmClose, { id: second.id })
  expect(await seenBy(boss)).toEqual({ ...before, heldTasks: 1 })
})

test('a guest who is signed in reads how many of their tasks are on hold, and nobody else does', async () => {
  const { portal, priya, first, second, request, enter, finishAll } = await openSeen()
  const guest = await enter(first)
  const held = async ({ ask }: Pick<typeof guest, 'ask'> = guest) => (await ask(tasks.held, {})).count
  await finishAll()
  expect(await held()).toBe(0)
  await request('A payslip')
  await request('A savings statement')
  expect(await held()).toBe(0)
  await priya.ask(matters.firmClose, { id: second.id })
  expect(await held()).toBe(2)
  expect(await guest.ask(tasks.list, {})).toHaveLength(2)
  expect(await held(first.client)).toBe(0)
  await priya.ask(matters.reopen, { id: second.id, ...step })
  expect(await held()).toBe(0)
  await expect(held(portal.visitor())).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a guest does not read of what is on hold in a case on which their access has ended', async () => {
  const { priya, first, second, invite, enter, end } = await openSeen()
  await invite('A payslip')
  await priya.ask(matters.firmClose, { id: second.id })
  const before = await enter(first)
  expect(await before.ask(tasks.held, {})).toEqual({ count: 1 })
  await end(second)
  const guest = await enter(first)
  expect(await guest.ask(tasks.held, {})).toEqual({ count: 0 })
})
