import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOrderOf, daysBetween, findDates, inWords } from './dates.ts'

const daysIn = (text: string) => findDates(text).map(({ day }) => day)

test.each([
  '3 November 2026',
  '3rd November 2026',
  '3rd of November, 2026',
  '03 NOV 2026',
  '3 Nov 26',
  "3 Nov '26",
  '3-Nov-2026',
  '3Nov2026',
  '3 Tachwedd / November 2026',
  '03/11/2026',
  '3/11/26',
  '03.11.2026',
  '03-11-2026',
  '03 11 2026',
  '2026-11-03',
  'November 3rd, 2026',
  'Nov 3 2026',
  'Tuesday 3 November 2026',
  'REG #19-03/11/2026 19:53',
  '1000219.03/11/2026 06:20 PM',
])('"%s" is the third of November', (text) => {
  expect(daysIn(text)).toEqual(['2026-11-03'])
})

test.each([
  '31 February 2026',
  '3 October / November 2026',
  '11/25/2026',
  '32/01/2026',
  '£12.11.26',
  '1234/11/2026',
  'Flat 3, 11 High Street',
  '3 Nov',
  'Version 10.2.3.1',
  '0800 12 11 20',
])('"%s" holds no date', (text) => {
  expect(daysIn(text)).toEqual([])
})

test.each([
  '1 Oct 2026 to 31 Oct 2026',
  '1 October - 31 October 2026',
  '1 to 31 October 2026',
  'from 1 October to 31 October 2026',
  '01/10/2026 – 31/10/2026',
  '01/10 - 31/10/2026',
  '1st October 2026 until 31st October 2026',
  '1 October 2026 [GMT+01:00] - 31 October 2026 [GMT]',
  '1 October 2026 (inclusive) to 31 October 2026',
])('"%s" ends on the last of October', (text) => {
  expect(findDates(text).filter(({ inPeriod }) => inPeriod === 'last')).toMatchObject([{ day: '2026-10-31' }])
})

test('the first day of a period stays the first if the last is cut off', () => {
  expect(findDates('1 October 2026 to 31 October 202')).toMatchObject([
    { day: '2026-10-01', inPeriod: 'first' },
  ])
})

test('two dates on one line are two dates', () => {
  expect(findDates('Bill date 3 Nov 2026 Payment due 20 Nov 2026')).toMatchObject([
    { day: '2026-11-03', inPeriod: null },
    { day: '2026-11-20', inPeriod: null },
  ])
})

test.each([
  ['a day of the second order', ['03/04/2026', '03/25/2026'], 'month'],
  ['days of both orders', ['25/03/2026', '03/25/2026'], 'day'],
  ['an address of the United States', ['03/04/2026', 'Springfield IL 62704'], 'month'],
  ['a postcode beside it', ['Springfield IL 62704', 'London W1U 4PL'], 'day'],
  ['nothing that tells', ['03/04/2026'], 'day'],
] as const)('%s says what stands first', (_, texts, order) => {
  expect(dateOrderOf([...texts])).toBe(order)
})

test('days are counted by the calendar, across leap days and clock changes', () => {
  expect(daysBetween('2026-06-03', '2026-11-21')).toBe(171)
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2026-11-03', '2026-11-02')).toBe(-1)
})

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

test('every day of the century is read back from every way of printing it', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2079-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, fc.nat({ max: 6 }), (date, way) => {
      const iso = date.toISOString().slice(0, 10)
      const [y = '', m = '', d = ''] = iso.split('-')
      const month = months[Number(m) - 1] ?? ''
      const printed = [
        `${d}/${m}/${y}`,
        `${Number(d)} ${month} ${y}`,
        `${d} ${month.slice(0, 3).toUpperCase()} ${y.slice(2)}`,
        `${month} ${Number(d)}, ${y}`,
        `${Number(d)}.${Number(m)}.${y}`,
        iso,
        inWords(iso),
      ][way]
      expect(daysIn(`Statement date: ${printed}`)).toEqual([iso])
    }),
    { numRuns: 1500 },
  )
})

test('the days of a period are both read where text recognition lost the spaces between them', () => {
  expect(findDates('25/10/2026-24/11/2026')).toMatchObject([
    { day: '2026-10-25', inPeriod: 'first' },
    { day: '2026-11-24', inPeriod: 'last' },
  ])
})
