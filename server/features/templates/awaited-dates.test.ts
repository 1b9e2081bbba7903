import { expect, test } from 'vitest'
import type { Input } from '#contract/kit/endpoint.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { openMatters, reading } from './testing/matters.ts'

const { portal, priya, publish, start } = await openMatters()

const awaited = async (id: MatterId) =>
  (await priya.ask(matterTemplates.one, { id })).steps.map(({ key, awaitsDate }) => [key, awaitsDate])

const factsOf = (type: string): Omit<Input<typeof matters.saveFacts>, 'id' | 'dates'> => ({
  type,
  feeEarnerId: null,
  supervisorId: null,
  teamId: null,
  value: null,
  scope: 'undecided',
  scopeReason: '',
  costsEstimate: null,
  costsSoFar: null,
})

test('a step names the key date that its due date follows, until the case has that date', async () => {
  const { type } = await publish(
    reading('terms', { due: { from: 'start', days: 7 } }),
    reading('report', { due: { from: 'date', date: 'target_exchange', days: 7 } }),
    reading('bank', { due: { from: 'date', date: 'completion', days: 14 }, waitsFor: ['report'] }),
  )
  const { id } = await start(await portal.client(), type)
  expect(await awaited(id)).toEqual([
    ['terms', null],
    ['report', 'target_exchange'],
    ['bank', 'completion'],
  ])
  const exchange = { kind: 'target_exchange', words: '', on: '2027-03-01', isShared: true } as const
  await priya.ask(matters.saveFacts, { id, ...factsOf(type), dates: [exchange] })
  expect(await awaited(id)).toEqual([
    ['terms', null],
    ['report', null],
    ['bank', 'completion'],
  ])
})
