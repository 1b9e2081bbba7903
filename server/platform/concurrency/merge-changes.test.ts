import { expect, test } from 'vitest'
import { mergeChanges } from './merge-changes.ts'

const basedOn = { hours: '9 to 5', scope: 'yes', reason: 'Land', dates: ['2026-12-18'] }
const parts = [['hours'], ['scope', 'reason'], ['dates']] as const

test.each([
  ['nothing changed since', { ...basedOn }, { ...basedOn, hours: '8 to 6' }, { ...basedOn, hours: '8 to 6' }],
  [
    'a colleague changed something else',
    { ...basedOn, dates: [] },
    { ...basedOn, hours: '8 to 6' },
    { ...basedOn, dates: [], hours: '8 to 6' },
  ],
  [
    'both changed the same, alike',
    { ...basedOn, dates: ['2027-01-08'] },
    { ...basedOn, dates: ['2027-01-08'] },
    { ...basedOn, dates: ['2027-01-08'] },
  ],
])('where %s, both changes stand', (_, stored, wanted, merged) => {
  expect(mergeChanges({ basedOn, stored, wanted }, parts)).toEqual({ merged, clashing: [] })
})

test('fields that make sense together clash although each of the two changed another of them', () => {
  const stored = { ...basedOn, scope: 'no' }
  const wanted = { ...basedOn, reason: 'A lease' }
  expect(mergeChanges({ basedOn, stored, wanted }, parts).clashing).toEqual([['scope', 'reason']])
})
