import { expect, test } from 'vitest'
import { dayWords, mondayOf, monthWords, plusDays, plusMonths, weekOf, weeksOfMonth } from './days.ts'

test('a step of a month ends on the last day where the other month is shorter', () => {
  expect(plusMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(plusMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(plusMonths('2028-02-29', 12)).toBe('2029-02-28')
  expect(plusMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(plusMonths('2026-01-15', -1)).toBe('2025-12-15')
})

test('days follow each other over the changes of the clock and the ends of years', () => {
  expect(plusDays('2026-10-24', 2)).toBe('2026-10-26')
  expect(plusDays('2027-03-27', 2)).toBe('2027-03-29')
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('weeks begin on Monday, and a month shows every week it reaches into', () => {
  expect(mondayOf('2026-11-15')).toBe('2026-11-09')
  expect(weekOf('2026-11-09')[6]).toBe('2026-11-15')
  expect(weeksOfMonth('2027-02-10')).toHaveLength(4)
  expect(weeksOfMonth('2026-11-10').map(([first]) => first)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(dayWords('2026-11-12')).toBe('Thursday 12 November 2026')
  expect(monthWords('2026-11-12')).toBe('November 2026')
})
