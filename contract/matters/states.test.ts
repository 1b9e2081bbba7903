import { expect, test } from 'vitest'
import { canDo, type MatterCommand, MatterStatus, matterRules, refusalOf } from './states.ts'

const acts = Object.keys(matterRules) as MatterCommand[]
const allowed = (by: 'client' | 'firm') =>
  acts.flatMap((act) =>
    MatterStatus.options.filter((status) => canDo(act, { status }, by)).map((status) => `${act} ${status}`),
  )

test('a client can do one thing to a matter: close an open one', () => {
  expect(allowed('client')).toEqual(['close open'])
})

test('the firm opens, rejects, moves, closes and reopens a matter only from the right status', () => {
  expect(allowed('firm')).toEqual([
    'open pending',
    'open rejected',
    'reject pending',
    'move open',
    'stage open',
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
    for (const status of MatterStatus.options)
      expect(refusalOf(act, status)).toMatch(/^This case is|^This case has/)
})
