import { expect, test } from 'vitest'
import { segmentsOfRows } from '../../testing/rows.ts'
import { readStatement } from '../statement.ts'
import { dateRule } from './date.ts'

const p60Of = (year: number, today: string) => {
  const rows = [
    ['P60 End of Year Certificate'],
    [`Tax year to 5 April ${year}`],
    ['In this employment', '£41,250.00'],
  ]
  return dateRule(readStatement(segmentsOfRows(rows), today), today)
}

test.each([
  ['2026-11-20', 2026],
  // Employers have until the end of May.
  ['2026-05-31', 2025],
  ['2026-05-31', 2026],
])('on %s the P60 of the year to April %i is the last', (today, year) => {
  expect(p60Of(year, today).check.outcome).toBe('passed')
})

test('a P60 of the year before the last is sent back with the year that is wanted', () => {
  expect(p60Of(2025, '2026-06-01')).toMatchObject({
    isExpired: true,
    issue: 'This P60 is for the year to 5 April 2025. Please upload the one for the year to 5 April 2026.',
  })
})

test('a P60 of a year that has not ended is not believed', () => {
  expect(p60Of(2027, '2026-11-20').check.outcome).toBe('failed')
})
