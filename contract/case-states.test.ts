import { expect, test } from 'vitest'
import { type CaseAct, CaseStatus, canDo, caseRules, refusalOf } from './case-states.ts'

const acts = Object.keys(caseRules) as CaseAct[]
const allowed = (by: 'client' | 'firm') =>
  acts.flatMap((act) =>
    CaseStatus.options.filter((status) => canDo(act, { status }, by)).map((status) => `${act} ${status}`),
  )

test('a client can do one thing to a case: close an open one', () => {
  expect(allowed('client')).toEqual(['close open'])
})

test('the firm opens, turns down, leads, closes and reopens, each only where it makes sense', () => {
  expect(allowed('firm')).toEqual([
    'open pending',
    'open rejected',
    'reject pending',
    'move open',
    'note pending',
    'note open',
    'note closed',
    'note rejected',
    'close open',
    'reopen closed',
  ])
})

test('every refusal is a sentence', () => {
  for (const act of acts)
    for (const status of CaseStatus.options)
      expect(refusalOf(act, status)).toMatch(/^This case is|^This case has/)
})
