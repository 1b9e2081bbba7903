import { expect, test } from 'vitest'
import { segmentsOfRows } from '../testing/rows.ts'
import { readStatement } from './statement.ts'

const today = '2026-11-20'
const readRows = (rows: string[][]) => readStatement(segmentsOfRows(rows), today)

test('a bill for a period that has not ended is not dated by its end', () => {
  const rows = [
    ['Your water bill'],
    ['For the period 1 October 2026 to 31 March 2027'],
    ['Total to pay £233.86'],
  ]
  expect(readRows(rows).date).toBeUndefined()
})

test('a gift letter names its recipient without the word "to"', () => {
  const rows = [
    ['I confirm that I am giving my daughter Ellie Marsden the sum of £40,000.00 as an outright gift.'],
    ['I do not expect to be repaid.'],
  ]
  expect(readRows(rows)).toMatchObject({ kind: 'gift_letter', holders: ['Ellie Marsden'] })
})
