import { expect, test } from 'vitest'
import { segmentsOfRows } from '../testing/rows.ts'
import { receiptDateOf } from './receipt-date.ts'

const dayOn = (...rows: string[][]) => receiptDateOf(segmentsOfRows(rows), '2026-11-20')

test.each<[string[][]]>([
  [[['15/03/2018 18:22']]],
  [[['15/03/201818:22']]],
  [[['15/03/1818:22:10']]],
  [[['Date', '15.03.18']]],
  [[['Date: 20180315']]],
  [[['Tarikh', '15032018']]],
  [[['MAR 15,2018']]],
  [[['2018/03/15']]],
  [[['Invoice date: 15-03-18'], ['Due date: 30-03-18']]],
  [[['Date: 15/03/2018'], ['Printed 16/03/2018']]],
  [[['Offer ends 31/12/2018'], ['15/03/2018', '18:22']]],
])('%j is from 15 March', (rows) => {
  expect(dayOn(...rows)).toBe('2018-03-15')
})

test.each<[string, string[][]]>([
  ['two days of equal weight', [['Date: 15/03/2018'], ['Date: 16/03/2018']]],
  ['a day that is still to come', [['Date: 15/03/2027']]],
  ['figures that are called nothing', [['Receipt 20180315']]],
  ['the day until when it may be returned', [['Return before 15/03/2018']]],
])('%s gives no date', (_, rows) => {
  expect(dayOn(...rows)).toBeUndefined()
})

test('a page with one month-first date is read month first throughout', () => {
  expect(dayOn(['Date: 03/04/2018'], ['Due 03/25/2018'])).toBe('2018-03-04')
  expect(dayOn(['Date: 03/04/2018'], ['123 Main St, Springfield IL 62704'])).toBe('2018-03-04')
  expect(dayOn(['Date: 03/04/2018'])).toBe('2018-04-03')
  // "INVOICE NO" misread, not an address in North Dakota.
  expect(dayOn(['INVOICE ND 17698/103/70184'], ['Date: 03/04/2018'])).toBe('2018-04-03')
})

test.each<[string, string[][], string]>([
  ['behind marks that are no part of it', [['Create Time : :.-27/04/2018']], '2018-04-27'],
  ['under date and time, without strokes', [['Date/Time', '20180428/191204']], '2018-04-28'],
  ['behind a number, with a letter in its time', [['REG #19-11/05/2018 20:Z2:56']], '2018-05-11'],
  ['behind a number whose space was lost, beside the time', [['#19536001/06/2018', '6:31']], '2018-06-01'],
  ['beside the name of who sold it', [['Promoter:00', '09/05/2018 1:12:43 PM']], '2018-05-09'],
  [
    'that the number of the receipt holds, where its year was misread below',
    [
      ['KPB02201605190112', '19/05/16 12.01.43pm'],
      ['Cashier', '19/05/15 12.01.50pm'],
    ],
    '2016-05-19',
  ],
  ['with a stroke lost beside the time', [['01:34PM', '568319', '05 02-18']], '2018-02-05'],
])('a day is read %s', (_, rows, day) => {
  expect(receiptDateOf(segmentsOfRows(rows), '2026-11-20')).toBe(day)
})

test('the same day in two years gives no date', () => {
  const rows = [['04:5pm.27March.2018'], ['27/03/2010 18:54:04']]
  expect(receiptDateOf(segmentsOfRows(rows), '2026-11-20')).toBeUndefined()
})
