import { expect, test } from 'vitest'
import { segmentsOfRows } from '../testing/rows.ts'
import { documentDateOf } from './document-date.ts'

const dated = (rows: string[][], own?: RegExp) => documentDateOf(segmentsOfRows(rows), own)

test.each<[string, string[][]]>([
  ['with a remark in brackets', [['Invoice date (tax point): 4 November 2026']]],
  ['in two languages', [['Dyddiad y bil / Bill date', '4 Tachwedd / November 2026']]],
  ['as a date in two languages', [['Dyddiad / Date', '4 November 2026']]],
  ['and broken over two lines', [['Bill date'], ['4 November'], ['2026']]],
  ['beside it, and broken over two lines', [['Date: 4th November'], ['2026']]],
  ['as that of a statement of account', [['Statement of account as at 4 November 2026']]],
  ['in a sentence', [['We prepared it on 4th November 2026. It covers 30 days.']]],
  ['by the number of the bill', [['Bill reference: 301188821 (4th November 2026)']]],
  [
    'as the head of a table of one row',
    [
      ['Employee No.', 'Employee', 'Date', 'Department'],
      ['14', 'Tom Ashworth', '04/11/2026', 'Workshop'],
    ],
  ],
])('a date that is labelled %s is the date of the document', (_, rows) => {
  expect(dated(rows)).toMatchObject({ day: '2026-11-04', basis: 'issue' })
})

test('the date of a single payment is not the date of the document', () => {
  const rows = [
    ['Date', 'Description', 'Paid out', 'Balance'],
    ['04/11/2026', 'Council tax', '148.00', '1,056.11'],
  ]
  expect(dated(rows)).toBeUndefined()
})

test('a day on which a sale is settled is not the date of its note', () => {
  expect(dated([['Settlement date', '06/11/2026']])).toBeUndefined()
})

test('a remark in brackets may say that it is another date', () => {
  expect(dated([['Invoice date (payment due): 6 November 2026']])).toBeUndefined()
})

test('a year between the days of a list ends no date', () => {
  const rows = [['Bill date'], ['31 December'], ['2026'], ['2 January']]
  expect(dated(rows)).toBeUndefined()
})

test('the day on which a statement was generated is not the one to which it goes', () => {
  const rows = [['Statement period'], ['21/10/2026 – 20/11/2026'], ['Generated'], ['21/11/2026']]
  expect(dated(rows)).toMatchObject({ day: '2026-11-20', basis: 'period' })
})

test('a broken period ends on its last day', () => {
  expect(dated([['Statement period'], ['1 October 2026 to 31 October'], ['2026']])).toMatchObject({
    day: '2026-10-31',
    basis: 'period',
  })
})

test('a period that is broken over two lines ends on its second line', () => {
  const rows = [['Statement period'], ['21/10/2026 –'], ['20/11/2026'], ['Generated'], ['21/11/2026']]
  expect(dated(rows)).toMatchObject({ day: '2026-11-20', basis: 'period' })
})

test('the first day of a period whose last is on the next line is not where it ends', () => {
  const rows = [
    ['This bill covers the period from 17 August 2026'],
    ['to 16 November 2026.'],
    ['Issued 18 November 2026'],
  ]
  expect(dated(rows)).toMatchObject({ day: '2026-11-18', isContested: false })
})

test('what is paid each week from a day on is no period of the letter', () => {
  const rows = [['Mr D Vane'], ['12 October 2026'], ['We will pay £241.30 a week from 6 April 2027.']]
  expect(dated(rows)).toMatchObject({ day: '2026-10-12', basis: 'bare' })
})

test('a sort code above the date is not its label', () => {
  const rows = [['Sort code 40-22-10'], ['20NOV26'], ['Details'], ['Balance'], ['Total']]
  expect(dated(rows)).toMatchObject({ day: '2026-11-20', basis: 'bare' })
})

test('the sort code that begins on a day is another date', () => {
  expect(dated([['Your new sort code applies on'], ['20 November 2026']])).toBeUndefined()
})

test.each([
  ['with its weekday', 'Invoice date: Wednesday, 4th November 2026'],
  ['behind another sentence', 'Water charges bill. Date: 4 November 2026'],
])('the date of a bill is read %s', (_, text) => {
  expect(dated([[text]])).toMatchObject({ day: '2026-11-04', basis: 'issue' })
})

test.each([
  ['over its period, soon after the last day of it, is that of the bill', '4 November 2026', '2026-11-04'],
  ['six weeks after its period may be another one', '12 December 2026', undefined],
])('the only date on its own %s', (_, date, day) => {
  const rows = [
    ['Brook Power', date],
    ['Mr Karl Ames'],
    ['Period: 02/08/2026 – 01/11/2026'],
    ['Units'],
    ['VAT'],
  ]
  expect(dated(rows)?.day).toBe(day)
})

test('a date on its own from before the end of the period is not that of the bill', () => {
  const rows = [
    ['Brook Power', '12 March 2019'],
    ['Mr Karl Ames'],
    ['Period: 01/08/2026 – 31/08/2026'],
    ['Units'],
    ['VAT'],
    ['Standing charge'],
    ['Unit rate'],
    ['Tariff'],
    ['Meter'],
    ['15 September 2026'],
  ]
  expect(dated(rows)).toBeUndefined()
})
