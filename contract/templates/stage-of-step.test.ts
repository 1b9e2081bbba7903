import { expect, test } from 'vitest'
import { leftBehind, stagesOfSteps } from './stage-of-step.ts'
import type { MatterStep } from './templates.ts'
import { documentStep } from './testing/steps.ts'

const before = (date: 'target_exchange' | 'completion') => ({ from: 'date', date, days: 3 }) as const

const steps = [
  documentStep('check', { asks: 'identity_check' }),
  documentStep('fees'),
  documentStep('call', { waitsFor: ['fees'] }),
  documentStep('sign', { asks: 'signature', waitsFor: ['call'], due: before('target_exchange') }),
  documentStep('keys', { waitsFor: ['sign'] }),
  documentStep('bank', { asks: 'bank_check', due: before('completion') }),
]

const stageOf = (type: string) => Object.fromEntries(stagesOfSteps(type, steps))

test('a step belongs to the stage of the date it is due before, whatever it is called', () => {
  expect(stageOf('Purchase')).toEqual({
    check: 'identity_and_funds',
    fees: 'report_and_signing',
    call: 'report_and_signing',
    sign: 'exchange',
    keys: 'exchange',
    bank: 'completion',
  })
  expect(stageOf('Sale')).toMatchObject({ fees: 'sale_pack', call: 'signing', sign: 'sale_exchange' })
})

test('a step of a type without such a date belongs to the last stage of the client’s', () => {
  expect(stageOf('A type of the firm’s own')).toEqual({
    check: 'identity',
    fees: 'gathering_facts',
    call: 'gathering_facts',
    sign: 'gathering_facts',
    keys: 'gathering_facts',
    bank: 'identity',
  })
})

test('steps that wait for each other have a stage all the same', () => {
  const circle = [documentStep('a', { waitsFor: ['b'] }), documentStep('b', { waitsFor: ['a'] })]
  expect([...stagesOfSteps('Purchase', circle).values()]).toEqual([
    'report_and_signing',
    'report_and_signing',
  ])
})

const states: Record<string, MatterStep['state']> = { check: 'ended', fees: 'open', call: 'skipped' }
const running = [...stagesOfSteps('Purchase', steps)].map(([key, neededBy]) => ({
  title: key,
  state: states[key] ?? 'waiting',
  tasks: [],
  neededBy,
}))
const leftAt = (to: string, from = 'searches') =>
  leftBehind(running, { type: 'Purchase', from, to }).map(({ title }) => title)

test('what is left behind is what this or an earlier stage needed, open or not yet open', () => {
  expect(leftAt('enquiries')).toEqual([])
  expect(leftAt('report_and_signing'), 'there it is done').toEqual([])
  expect(leftAt('exchange')).toEqual(['sign', 'keys', 'fees'])
  expect(leftAt('completion')).toEqual(['bank', 'sign', 'keys', 'fees'])
})

test('going back, and staying, leave nothing behind', () => {
  expect(leftAt('exchange', 'completion')).toEqual([])
  expect(leftAt('exchange', 'exchange')).toEqual([])
})

test('what the firm has yet to decide is left behind too', () => {
  const [check] = running
  if (!check) throw new Error('there is no step')
  const sent = [{ ...check, tasks: [{ isInReview: true }] }]
  expect(leftBehind(sent, { type: 'Purchase', from: 'instruction', to: 'searches' })).toEqual(sent)
})
