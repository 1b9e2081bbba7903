import { expect, test } from 'vitest'
import { compliance } from '#contract/compliance.ts'
import type { LiveEvent } from '#contract/kit/portal.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { queue } from '#contract/queue.ts'
import { signal } from '#server/platform/events/bus.ts'
import { listenTo, openLiveStream } from '#server/testing/live-stream.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
const officer = await portal.staff('compliance_officer')
// The first fee earner is responsible for every client of this file.
const priya = await portal.staff('fee_earner')
const unassigned = await portal.staff('fee_earner')
const named = await portal.staff('fee_earner')
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

/** Returns the events that reached a page, up to the mark that is sent to it last. */
async function eventsUntilMark(heard: () => string, { user }: Client): Promise<LiveEvent[]> {
  await portal.db.transaction((tx) => signal(tx, { kind: 'typing', userId: user.id, fromId: 'the end' }))
  await expect.poll(heard).toContain('the end')
  const events = heard()
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as LiveEvent)
  return events.filter(({ type }) => type !== 'typing')
}

async function opened(person: Client) {
  const heard = listenTo(await openLiveStream(address, person))
  await expect.poll(heard).toContain('retry:')
  return heard
}

test('a risk mark and a compliance item reach no page of the client, and none of whoever is not on the case', async () => {
  const [client, other] = [
    await portal.client({ firstName: 'Marmaduke', lastName: 'Vane' }),
    await portal.client(),
  ]
  const [id] = [await openFor(client), await openFor(other)]
  const outside = [client, other, unassigned, cashier]
  const heard = await Promise.all(outside.map(opened))
  const heardByPriya = await opened(priya)
  const heardByOfficer = await opened(officer)

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

  for (const [at, person] of outside.entries())
    expect(await eventsUntilMark(heard[at] ?? (() => ''), person)).toEqual([])
  const toPriya = await eventsUntilMark(heardByPriya, priya)
  expect(toPriya.flatMap(({ topics }) => topics)).not.toContain('compliance')
  const toOfficer = await eventsUntilMark(heardByOfficer, officer)
  expect(toOfficer.flatMap(({ topics }) => topics)).toContain('compliance')
  expect(`${heardByPriya()} ${heardByOfficer()}`).not.toMatch(/wolfram|marmaduke|high/i)
})

test('a restricted case reaches no page of its client with what is internal, and none of whoever is not named', async () => {
  const client = await portal.client()
  const id = await openFor(client)
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  const outside = [client, unassigned, cashier]
  const heard = await Promise.all(outside.map(opened))
  const heardByPriya = await opened(priya)
  await priya.ask(matters.addInternalNote, { id, words: 'Zanzibar' })
  await officer.ask(compliance.mark, { id, level: 'high', reason: 'Zanzibar is far away.' })
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [named.user.id] })
  for (const [at, person] of outside.entries())
    expect(await eventsUntilMark(heard[at] ?? (() => ''), person)).toEqual([])
  const toPriya = await eventsUntilMark(heardByPriya, priya)
  expect(toPriya.flatMap(({ topics }) => topics)).toContain('cases')
  expect(heardByPriya()).not.toMatch(/zanzibar|high/i)
  // What the client is told reaches them.
  const [heardByClient] = heard
  await priya.ask(matters.note, { id, note: 'The lease is signed.' })
  await expect.poll(() => heardByClient?.()).toContain('"cases"')
  expect(heard[1]?.()).not.toContain('"cases"')
})
