import { expect, test } from 'vitest'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { guests } from '#contract/guests.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { flat, step } from './testing/guests.ts'
import { openCases } from './testing/two-cases.ts'

test('the guests of a case are counted without what a restricted case has asked of them', async () => {
  const { portal, priya, first, guestId } = await openCases()
  const boss = await portal.staff('administrator')
  const seenBy = async ({ ask }: Pick<typeof boss, 'ask'>) => (await ask(guests.list, { id: first.id }))[0]
  const before = await seenBy(boss)
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
  expect((await seenBy(priya))?.tasks.total).toBe((before?.tasks.total ?? 0) + 1)
})
