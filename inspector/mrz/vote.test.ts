import { expect, test } from 'vitest'
import type { Cell } from './character-candidates.ts'
import { votedNames } from './vote.ts'

const names = { row: 0, from: 5, to: 36 }
const read = (line: string, chance = 0.9): Cell[] =>
  [...line].map((letter) => ({ letter, chance, others: new Map() }))
const text = (cells: Cell[]) => cells.map(({ letter }) => letter).join('')

const right = 'I<ROUNUNEZ<<MARY<ELIZABETH<ANNE<<<<<'
const wrong = 'I<ROUNUNEZ<<MARYSELIZABETH<ANNE<<<<<'

test('a letter of a name is the one that most readings see, and less sure than one on which all agree', () => {
  const voted = votedNames(read(wrong), [read(right), read(right)], names)
  expect(text(voted)).toBe(right)
  expect(voted[16]?.chance).toBeCloseTo(0.6)
  expect(voted[15]?.chance).toBe(0.9)
})

test('of two readings none outvotes the other', () => {
  expect(text(votedNames(read(wrong), [read(right)], names))).toBe(wrong)
})

test('letters in front of the names are not voted on', () => {
  const other = `I<R0U${right.slice(5)}`
  expect(text(votedNames(read(other), [read(right), read(right)], names))).toBe(other)
})

test('a reading of other columns has no vote', () => {
  const shifted = `${right.slice(1)}<`
  expect(text(votedNames(read(wrong), [read(shifted), read(shifted)], names))).toBe(wrong)
})
