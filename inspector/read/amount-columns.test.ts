import { expect, test } from 'vitest'
import { segmentsOfRows } from '../testing/rows.ts'
import { totalOf } from './total.ts'

test.each<[string, string[][], number | undefined]>([
  [
    'of one row',
    [
      ['Net', 'VAT', 'Total'],
      ['£19.58', '£3.92', '£23.50'],
    ],
    2350,
  ],
  [
    'of several rows',
    [
      ['Net', 'VAT', 'Total'],
      ['£17.50', '£3.50', '£21.00'],
      ['£2.08', '£0.42', '£2.50'],
    ],
    undefined,
  ],
  [
    'of rows far apart',
    [
      ['Net', 'VAT', 'Total'],
      ['£17.50', '£3.50', '£21.00'],
      ['Monthly plan'],
      ['1 to 31 October'],
      ['£2.08', '£0.42', '£2.50'],
    ],
    undefined,
  ],
])('the total over a column of a table %s', (_, rows, amount) => {
  expect(totalOf(segmentsOfRows(rows))?.amount).toBe(amount)
})
