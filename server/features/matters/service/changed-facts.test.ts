import { expect, test } from 'vitest'
import { handOver } from '#contract/firm/hand-over.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { matters } from '#contract/matters/matters.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
/** The first fee earner is responsible for every new client. */
const priya = await portal.staff('fee_earner')
const omar = await portal.staff('fee_earner')

type Facts = Omit<Input<typeof matters.saveFacts>, 'id'>
const facts: Facts = {
  type: 'Purchase',
  feeEarnerId: priya.user.id,
  supervisorId: omar.user.id,
  teamId: null,
  value: 45_000_000,
  dates: [{ kind: 'completion', words: '', on: '2026-12-18', isShared: true }],
  scope: 'yes',
  scopeReason: 'We act in the purchase of land.',
  costsEstimate: 174_000,
  costsSoFar: 34_800,
}

/** An open case with these facts, whose details Priya and Omar both have open. */
const openForBoth = async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...flatPurchase })
  await priya.ask(matters.saveFacts, { id, ...facts })
  const { facts: basedOn } = await priya.ask(matters.firmOne, { id })
  const save = (person: typeof priya, change: Partial<Facts>) =>
    person.ask(matters.saveFacts, { id, ...basedOn, ...change, basedOn })
  const saved = async () => (await omar.ask(matters.firmOne, { id })).facts
  return { client, id, basedOn, save, saved }
}

test('of two colleagues who change different details of a case at once, both changes stand', async () => {
  const { client, id, save, saved } = await openForBoth()
  await save(priya, { costsSoFar: 40_000 })
  await save(omar, { value: 47_000_000 })
  expect(await saved()).toEqual({ ...facts, costsSoFar: 40_000, value: 47_000_000 })
  const { costs } = await client.ask(matters.one, { id })
  expect(costs).toMatchObject({ soFar: 40_000 })
})

test('of two colleagues who change the same detail, the second is told which, and nothing of theirs is saved', async () => {
  const { save, saved } = await openForBoth()
  const reason = 'We only advise on the lease.'
  await save(priya, { costsSoFar: 40_000, scope: 'no', scopeReason: reason })
  const refused = save(omar, { costsSoFar: 50_000, scopeReason: 'We buy land.', value: 47_000_000 })
  await expect(refused).rejects.toMatchObject({
    code: 'conflict',
    reason: 'facts_changed',
    message: expect.stringMatching(
      /^Someone has changed “In scope of the money laundering rules” and “Costs so far” since you opened these details\. Nothing was saved\./,
    ),
  })
  expect(await saved()).toEqual({ ...facts, costsSoFar: 40_000, scope: 'no', scopeReason: reason })
  // The same change twice is no conflict, as when the answer to the first was lost.
  await save(omar, { costsSoFar: 40_000 })
})

test('other details are saved although the case was handed over since they were opened', async () => {
  const { id, save, saved } = await openForBoth()
  await priya.ask(handOver.hand, {
    id,
    fromId: priya.user.id,
    toId: omar.user.id,
    note: '',
    isClientTold: false,
  })
  await save(omar, { value: 47_000_000 })
  expect(await saved()).toEqual({ ...facts, feeEarnerId: omar.user.id, value: 47_000_000 })
})
