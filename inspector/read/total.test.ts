import { expect, test } from 'vitest'
import { segmentsOfRows } from '../testing/rows.ts'
import { lineOfTotal, totalOf } from './total.ts'

test('a charged part is not the total if another amount is labelled as the total', () => {
  const rows = [
    ['Subtotal', '105.00'],
    ['Total inclusive GST', '165.00'],
    ['MASTER', '105.00'],
  ]
  expect(totalOf(segmentsOfRows(rows))?.amount).not.toBe(10500)
})

test.each<[string, string[][], number]>([
  [
    'alone',
    [
      ['Bread', '2.50'],
      ['TOTAL', '2.50'],
    ],
    250,
  ],
  ['on the same line', [['Total: 2.50']], 250],
  ['with spaces that a reader put in', [['Total', '1, 002 .50']], 100250],
  ['with an O for its nought', [['TOTAL', '9.O0']], 900],
  ['below its words', [['Total to pay'], ['117.48']], 11748],
  [
    'and not the part of it',
    [
      ['Sub total', '10.00'],
      ['VAT', '2.00'],
      ['Total', '12.00'],
    ],
    1200,
  ],
  [
    'with tax before that without',
    [
      ['Total excl. VAT', '10.00'],
      ['Total incl. VAT', '12.00'],
    ],
    1200,
  ],
  [
    'after rounding',
    [
      ['Total', '49.39'],
      ['Rounding', '0.01'],
      ['Total', '49.40'],
    ],
    4940,
  ],
  [
    'rounded where that line was not found',
    [
      ['Total:', '102.39'],
      ['Total', '102.40'],
    ],
    10240,
  ],
  [
    'that cash less change proves',
    [
      ['Total', '12.00'],
      ['Total', '12.80'],
      ['Cash', '20.00'],
      ['Change', '7.20'],
    ],
    1280,
  ],
  [
    'that cash and the sum of the parts prove, where its own figures were misread',
    [
      ['Sub total', '106.10'],
      ['Total GST', '6.37'],
      ['Rounding', '-0.02'],
      ['Total', '112.46'],
      ['Cash', '112.45'],
      ['Change', '0.00'],
    ],
    11245,
  ],
  [
    'and not the total of one rate of tax',
    [
      ['Total incl. VAT', '25.44'],
      ['Total 0% supplies', '7.61'],
      ['Total payable', '33.05'],
    ],
    3305,
  ],
  [
    'that a card was charged with',
    [
      ['Sub total', '20.40'],
      ['VISA', '20.40'],
    ],
    2040,
  ],
  [
    'and not the sums of the tax',
    [
      ['Total', '55.10'],
      ['Summary', 'Amount', 'Tax'],
      ['Total', '52.00', '3.10'],
    ],
    5510,
  ],
])('the total %s is read', (_, rows, amount) => {
  expect(totalOf(segmentsOfRows(rows))?.amount).toBe(amount)
})

test.each<[string, string[][]]>([
  [
    'two totals that differ',
    [
      ['Total', '12.00'],
      ['Total', '15.00'],
    ],
  ],
  [
    'a total that cash and change contradict',
    [
      ['Total', '12.00'],
      ['Cash', '20.00'],
      ['Change', '7.20'],
    ],
  ],
  [
    'a number of things',
    [
      ['Total items', '3'],
      ['Total qty', '3.00'],
    ],
  ],
  ['a discount', [['Total savings', '3.29']]],
  ['no total', [['Bread', '2.50']]],
  ['a total without its pence', [['Total', '900']]],
])('%s gives no total', (_, rows) => {
  expect(totalOf(segmentsOfRows(rows))).toBeNull()
})

test('in faint print a total needs cash and change to confirm it', () => {
  const rows = [['Total', '12.00']]
  expect(totalOf(segmentsOfRows(rows, 0.85))).toBeNull()
  const paid = [
    ['Cash', '20.00'],
    ['Change', '8.00'],
  ]
  expect(totalOf(segmentsOfRows([...rows, ...paid], 0.85))?.amount).toBe(1200)
})

test.each<[string, string | null]>([
  ['RM12.00', 'MYR'],
  ['£12.00', 'GBP'],
  ['EUR 12.00', 'EUR'],
  ['$12.00', null],
  ['12.00', null],
])('of “%s” the currency is %s', (printed, currency) => {
  expect(totalOf(segmentsOfRows([['Total', printed]]))).toEqual({ amount: 1200, currency })
})

test.each<[string, string[][], number]>([
  [
    'words of its own stand beside another sum in the next column',
    [['What you owe', 'Balance on your last bill £84.10'], ['£399.91'], ['', 'Payments received £84.10']],
    39_991,
  ],
  [
    'its stop was printed as a stroke',
    [
      ['TOTAL', 'RM', '14-10'],
      ['CASH', 'RM 20.00'],
      ['CHANGE', 'RM 5-90'],
    ],
    1410,
  ],
  [
    'the notes that were given cannot be read',
    [
      ['SUBTOTAL', '28.70'],
      ['CASH', '100.000'],
      ['CHANGE', '71.30'],
    ],
    2870,
  ],
  [
    'its parts prove it though the cash was misread',
    [
      ['SUB-TOTAL', '144.68'],
      ['TOTAL TAX', '8.68'],
      ['ROUNDING', '-0.01'],
      ['TOTAL', '153.35'],
      ['CASH', 'y53.35'],
      ['CHANGE', '0.00'],
    ],
    15_335,
  ],
  [
    'the summary of taxes proves it though the card was misread',
    [
      ['Total Incl. GST', '118.35'],
      ['Master', '119.35'],
      ['Change', '0.00'],
      ['Z 00.0%', '35.92', '0.00'],
      ['S 06.0%', '77.76', '4:67'],
    ],
    11_835,
  ],
  [
    'it is rounded, and the line that says so lost a figure',
    [
      ['Total Sales Inclusive GST RM', '52.08'],
      ['Rounding RM', '$2.10'],
      ['CASH RM', '60.00'],
      ['CHANGE RM', '7.90'],
    ],
    5210,
  ],
])('a total is read if %s', (_, rows, amount) => {
  expect(totalOf(segmentsOfRows(rows))?.amount).toBe(amount)
})

test('the sum of the bill before is no total, though it was paid', () => {
  const rows = [
    ['Total of your last bill', '£45.99'],
    ['Payments received', '£45.99'],
  ]
  expect(totalOf(segmentsOfRows(rows))).toBeNull()
})

test('the line of a total is the one beside its words', () => {
  const rows = [
    ['Bread', '2.50'],
    ['TOTAL', '2.50'],
    ['CARD', '2.50'],
  ]
  const segments = segmentsOfRows(rows)
  expect(lineOfTotal(segments, { amount: 250, currency: null })).toBe(segments[3])
})

test('a net amount beside VAT is a part, and what to pay is the total', () => {
  const rows = [
    ['Net', '£488.00'],
    ['VAT 5%', '£24.40'],
    ['Please pay', '£512.40'],
  ]
  expect(totalOf(segmentsOfRows(rows))?.amount).toBe(51_240)
})

test('a net amount without VAT beside it stays the amount due', () => {
  expect(
    totalOf(
      segmentsOfRows([
        ['Bread', '2.50'],
        ['NETT', '2.50'],
      ]),
    )?.amount,
  ).toBe(250)
})

test('what is owed stands below its words where a charge of another column stands beside them', () => {
  const rows = [
    ['You owe', 'Fixed charge', '£18.00'],
    ['£157.02', 'Total for this bill', '£157.02'],
  ]
  expect(totalOf(segmentsOfRows(rows))?.amount).toBe(15_702)
})

test.each([
  ['with the tax and without it on its line', ['Total to pay', '£19.58', '£3.92', '£23.50'], 2350],
  ['where the amounts on its line do not add up', ['Total to pay', '£19.58', '£3.92', '£25.50'], undefined],
])('the head of a column is no total, but the line below the table %s', (_, last, amount) => {
  const rows = [
    ['Summary', 'Excl. VAT', 'VAT 20%', 'Total'],
    ['Monthly plan', '£17.50', '£3.50', '£21.00'],
    ['Calls', '£2.08', '£0.42', '£2.50'],
    last,
  ]
  expect(totalOf(segmentsOfRows(rows))?.amount).toBe(amount)
})

test('the amount of the next clause of an agreement is no total', () => {
  const rows = [
    ['payable in advance on the 5th day of each month.'],
    ['2. The Tenant will pay a deposit of £1,440.00.'],
  ]
  expect(totalOf(segmentsOfRows(rows))).toBeNull()
})

test('a balance due is the total', () => {
  expect(
    totalOf(
      segmentsOfRows([
        ['Usage', '£106.67'],
        ['Balance due', '£112.00'],
      ]),
    )?.amount,
  ).toBe(11_200)
})
