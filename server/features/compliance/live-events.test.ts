import { expect, test } from 'vitest'
import { compliance } from '#contract/compliance.ts'
import type { Topic } from '#contract/kit/portal.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { queue } from '#contract/queue.ts'
import { openPage } from '#server/testing/live-stream.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
const officer = await portal.staff('compliance_officer')
// The first fee earner is responsible for every client of this file.
const priya = await portal.staff('fee_earner')
const unassigned = await portal.staff('fee_earner')
const colleague = await portal.staff('fee_earner')
const cashier = await portal.staff('cashier')

const openFor = async (client: Client) => {
  const flat = {
    title: 'Purchase of a flat',
    type: 'Purchase',
    priority: 'high',
    description: 'Flat 4',
  } as const
  const step = { whose: 'firm', nextStep: 'We check the lease' } as const
  return (await priya.ask(matters.start, { clientId: client.user.id, ...flat, ...step })).id
}

const open = (...people: Client[]) =>
  Promise.all(people.map((person) => openPage(person, { address, db: portal.db })))

// A letter of welcome may arrive for a client meanwhile, but it is no news of a case.
const ofTheCase = (topics: Topic[]) => topics.filter((topic) => topic === 'cases' || topic === 'compliance')

test('a risk mark and a compliance item reach no page of the client, and none of whoever is not on the case', async () => {
  const [client, other] = [
    await portal.client({ firstName: 'Marmaduke', lastName: 'Vane' }),
    await portal.client(),
  ]
  const [id] = [await openFor(client), await openFor(other)]
  const [clients, outside] = [await open(client, other), await open(unassigned, cashier)]
  const [toPriya, toOfficer] = await open(priya, officer)

  await officer.ask(compliance.mark, { id, level: 'high', reason: 'Wolframite from a sanctioned port.' })
  const seller = { role: 'other_side', kind: 'person', name: 'Marmaduke Vane' } as const
  const nothingElse = { email: '', phone: '', number: '', detail: '' }
  const against = await openFor(await portal.client())
  await priya.ask(matterParties.add, { id: against, ...seller, ...nothingElse })
  const [item] = await officer.ask(compliance.items, { state: 'open' })
  if (!item) throw new Error('No conflict was raised')
  await officer.ask(queue.take, { kind: 'compliance', id: item.id })
  await officer.ask(compliance.decide, { id: item.id, words: 'They are two different people.' })
  await officer.ask(compliance.reopen, { id: item.id, reason: 'It is the same person.' })
  await officer.ask(compliance.decide, { id: item.id, words: 'We decline the second case.' })

  for (const page of clients) expect(ofTheCase((await page.received()).topics)).toEqual([])
  for (const page of outside) expect((await page.received()).topics).toEqual([])
  const [runs, decides] = [await toPriya?.received(), await toOfficer?.received()]
  expect(runs?.topics).toContain('cases')
  expect(runs?.topics).not.toContain('compliance')
  expect(decides?.topics).toContain('compliance')
  expect(`${runs?.bytes} ${decides?.bytes}`).not.toMatch(/wolfram|marmaduke|high/i)
})

test('a restricted case reaches no page of its client with what is internal, and none of whoever is not named', async () => {
  const client = await portal.client()
  const id = await openFor(client)
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  const [toClient, ...outside] = await open(client, unassigned, cashier)
  const [toPriya] = await open(priya)
  await priya.ask(matters.addInternalNote, { id, words: 'Zanzibar' })
  await officer.ask(compliance.mark, { id, level: 'high', reason: 'Zanzibar is far away.' })
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [colleague.user.id] })
  expect(ofTheCase((await toClient?.received())?.topics ?? ['cases'])).toEqual([])
  const named = await toPriya?.received()
  expect(named?.topics).toContain('cases')
  expect(named?.bytes).not.toMatch(/zanzibar|high/i)
  // The client does hear of what the firm tells them.
  await priya.ask(matters.note, { id, note: 'The lease is signed.' })
  await expect.poll(() => toClient?.heard()).toContain('"cases"')
  for (const page of outside) expect((await page.received()).topics).toEqual([])
})
