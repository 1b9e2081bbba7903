import { describe, expect, test } from 'vitest'
import { differencesOf } from './differences.ts'
import { dueOn, stepStates, templateFaults } from './rules.ts'
import type { TemplateStep } from './step.ts'
import { sourcesForm } from './testing/sources-form.ts'
import { documentStep } from './testing/steps.ts'

const funds = documentStep('funds', { asks: 'firm_form', form: sourcesForm })
const ifGift = { step: 'funds', field: 'sources', value: 'gift' }
const faultsOf = (...steps: TemplateStep[]) => templateFaults(steps).map(({ message }) => message)

describe('a template that cannot be published', () => {
  test('has no step at all', () => {
    expect(faultsOf()).toEqual(['A template needs at least one step.'])
  })

  test('has a step that waits for itself, directly or through others', () => {
    expect(faultsOf(documentStep('a', { waitsFor: ['a'] }))).toEqual([
      'It opens only after itself, so it never would.',
    ])
    const circle = [
      documentStep('a', { waitsFor: ['c'] }),
      documentStep('b', { waitsFor: ['a'] }),
      documentStep('c', { waitsFor: ['b'] }),
    ]
    expect(templateFaults(circle).map((fault) => fault.step)).toEqual(['a', 'b', 'c'])
    expect(faultsOf(...circle)[0]).toBe(
      'It opens only after itself, through “Send c”. Neither would ever open.',
    )
  })

  test('has a step that waits for itself through its condition', () => {
    const circle = [{ ...funds, waitsFor: ['gift'] }, documentStep('gift', { condition: ifGift })]
    expect(templateFaults(circle).map((fault) => fault.step)).toEqual(['funds', 'gift'])
  })

  test('names a step, a question or an answer that is not there', () => {
    expect(faultsOf(documentStep('a', { waitsFor: ['gone'] }))).toEqual([
      'It opens after a step that is no longer here.',
    ])
    expect(faultsOf(documentStep('a', { condition: ifGift }))).toEqual([
      'It depends on a step that is no longer here.',
    ])
    expect(faultsOf(funds, documentStep('a', { condition: { ...ifGift, field: 'price' } }))).toEqual([
      'It depends on a question that “Send funds” doesn’t ask.',
    ])
    expect(faultsOf(funds, documentStep('a', { condition: { ...ifGift, value: 'loan' } }))).toEqual([
      'It depends on an answer that “Where does it come from?” doesn’t offer.',
    ])
  })

  test('asks for a payment without an amount, or lets one person prove the identity of another', () => {
    expect(faultsOf(documentStep('fee', { asks: 'payment' }))).toEqual([
      'Please enter the amount to pay.',
      'Please choose the client account or the office account.',
    ])
    expect(faultsOf(documentStep('id', { asks: 'identity_check', everyone: 'any' }))).toEqual([
      'It’s about a person, so each of them does their own.',
    ])
  })
})

describe('how the steps of a matter stand', () => {
  const steps = [
    funds,
    documentStep('gift', { condition: ifGift }),
    documentStep('sign', { waitsFor: ['gift'] }),
  ]
  const stand = (ended: string[], answers: Record<string, unknown>[] = []) =>
    Object.fromEntries(
      stepStates(steps, {
        isEnded: (key) => ended.includes(key),
        answersOf: (key) => (key === 'funds' ? answers : []),
      }),
    )

  test('a step that depends on an answer waits for it', () => {
    expect(stand([])).toEqual({ funds: 'open', gift: 'waiting', sign: 'waiting' })
  })

  test('an answer opens the step that depends on it, and later steps keep waiting', () => {
    expect(stand(['funds'], [{ sources: ['savings', 'gift'] }])).toEqual({
      funds: 'ended',
      gift: 'open',
      sign: 'waiting',
    })
  })

  test('another answer skips the step, and the step that waited for it opens', () => {
    expect(stand(['funds'], [{ sources: ['savings'] }])).toEqual({
      funds: 'ended',
      gift: 'skipped',
      sign: 'open',
    })
  })

  test('a step that only guests are asked for, and cannot do, is skipped, and nothing waits for it', () => {
    const answersOf = () => [{ sources: ['gift'] }]
    const isEnded = (key: string) => key === 'funds'
    const isBeyondGuests = (key: string) => key === 'gift'
    expect(Object.fromEntries(stepStates(steps, { isEnded, isBeyondGuests, answersOf }))).toEqual({
      funds: 'ended',
      gift: 'skipped',
      sign: 'open',
    })
  })

  test('the answer of one of two clients opens a step, but cannot skip it', () => {
    expect(stand([], [{ sources: ['savings'] }]).gift).toBe('waiting')
    expect(stand([], [{ sources: ['savings'] }, { sources: ['gift'] }]).gift).toBe('open')
  })
})

test('a due day is counted from the start, from the opening, from another step and back from a date', () => {
  const from = {
    startedOn: '2026-11-09',
    openedOn: '2026-11-20',
    dates: [{ kind: 'completion' as const, on: '2027-01-15' }],
    endedOn: (key: string) => (key === 'funds' ? '2026-11-30' : null),
  }
  expect(dueOn({ from: 'none' }, from)).toBeNull()
  expect(dueOn({ from: 'start', days: 7 }, from)).toBe('2026-11-16')
  expect(dueOn({ from: 'opening', days: 2 }, from)).toBe('2026-11-22')
  expect(dueOn({ from: 'date', date: 'completion', days: 14 }, from)).toBe('2027-01-01')
  expect(dueOn({ from: 'date', date: 'target_exchange', days: 14 }, from)).toBeNull()
  expect(dueOn({ from: 'step', step: 'funds', days: 1 }, from)).toBe('2026-12-01')
  expect(dueOn({ from: 'step', step: 'sign', days: 1 }, from)).toBeNull()
})

test('the differences between two versions name what is added, left out and changed', () => {
  const before = [documentStep('a'), documentStep('b'), documentStep('c')]
  const after = [
    documentStep('a'),
    documentStep('b', { title: 'Send us b', due: { from: 'start', days: 3 } }),
    documentStep('d'),
  ]
  const { added, removed, changed } = differencesOf(before, after)
  expect(added.map(({ key }) => key)).toEqual(['d'])
  expect(removed.map(({ key }) => key)).toEqual(['c'])
  expect(changed.map(({ step: { key }, aspects }) => [key, aspects])).toEqual([['b', ['title', 'due date']]])
})

test('the differences say how much an amount changes, and which questions of a form', () => {
  const fee = (amount: number) => documentStep('fee', { asks: 'payment', amount, account: 'client' })
  const [section] = sourcesForm.sections
  const [sources] = section?.fields ?? []
  const price = { ...sources, key: 'price', label: 'What is the price?' } as NonNullable<typeof sources>
  const reworded = { ...sources, label: 'Where is it from?' } as NonNullable<typeof sources>
  const asking = (...fields: (typeof price)[]) => ({
    ...funds,
    form: { sections: [{ title: 'The money', fields }] },
  })
  const aspectsOf = (from: TemplateStep, to: TemplateStep) => differencesOf([from], [to]).changed[0]?.aspects

  expect(aspectsOf(fee(34_250), fee(40_000))).toEqual(['amount: £400.00 instead of £342.50'])
  expect(aspectsOf(fee(34_250), { ...fee(34_250), account: 'office' })).toEqual([
    'paid into the office account',
  ])
  expect(aspectsOf(funds, asking(reworded, price))).toEqual([
    'questions: “What is the price?” added, “Where is it from?” changed',
  ])
  expect(aspectsOf(asking(price), funds)).toEqual([
    'questions: “Where does it come from?” added, “What is the price?” removed',
  ])
  expect(aspectsOf(asking(price, reworded), asking(reworded, price))).toEqual([
    'questions: their order or pages',
  ])
})
