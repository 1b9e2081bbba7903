import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { home } from '#contract/home/home.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import { messages } from '#contract/messages.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')
const refused = { code: 'not_found' }

/** Ana has written to Marcus, whose roles change: his clients go to Priya. Omar works with Ana too. */
async function openTeam() {
  const marcus = await portal.staff('fee_earner', { firstName: 'Marcus', lastName: 'Webb' })
  const priya = await portal.staff('fee_earner', { firstName: 'Priya', lastName: 'Raman' })
  const omar = await portal.staff('fee_earner')
  const ana = await portal.client()
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  await boss.ask(firm.assign, {
    id: ana.user.id,
    feeEarnerId: marcus.user.id,
    memberIds: [priya.user.id, omar.user.id],
  })
  await ana.ask(messages.send, { receiverId: marcus.user.id, content: 'Has the registry replied?' })
  const change = (...roles: StaffRole[]) =>
    boss.ask(people.saveRoles, { id: marcus.user.id, roles, handTo: priya.user.id })
  const withMarcus = { contactId: ana.user.id, memberId: marcus.user.id }
  return { marcus, priya, omar, ana, change, withMarcus }
}

const waitingOf = async (person: Client) =>
  (await person.ask(home.show, {})).find(({ kind }) => kind === 'messages')?.total

test('what a client wrote to someone whose new roles look after no clients waits for whoever took over, and for nobody else', async () => {
  const { marcus, priya, omar, ana, change, withMarcus } = await openTeam()
  await change('cashier')
  expect(await waitingOf(priya)).toBe(1)
  expect(await waitingOf(omar)).toBe(0)
  expect(await priya.ask(messages.list, withMarcus)).toMatchObject([{ content: 'Has the registry replied?' }])
  await expect(omar.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  const ofMarcus = (await ana.ask(messages.contacts, {})).find(({ id }) => id === marcus.user.id)
  expect(ofMarcus).toMatchObject({ canWrite: false, successor: { id: priya.user.id } })
  await priya.ask(messages.send, { receiverId: ana.user.id, content: 'Not yet.' })
  expect(await waitingOf(priya)).toBe(0)
})

test('someone whose new roles still look after clients keeps their conversations to themselves', async () => {
  const { priya, change, withMarcus } = await openTeam()
  await change('administrator', 'compliance_officer')
  await expect(priya.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  expect(await waitingOf(priya)).toBe(0)
})

test('whoever took over goes on reading once the roles look after clients again, until the client is given back', async () => {
  const { marcus, priya, omar, ana, change, withMarcus } = await openTeam()
  await change('cashier')
  await change('fee_earner')
  expect(await priya.ask(messages.list, withMarcus)).toHaveLength(1)
  expect(await waitingOf(priya)).toBe(1)
  const memberIds = [omar.user.id, marcus.user.id]
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  await boss.ask(firm.assign, { id: ana.user.id, feeEarnerId: priya.user.id, memberIds })
  await expect(priya.ask(messages.list, withMarcus)).rejects.toMatchObject(refused)
  expect(await waitingOf(priya)).toBe(0)
})
