import { expect, test } from 'vitest'
import { dateText, dateTimeText, dayOf, daysBetween, relativeText, weekdayText } from './clock.ts'

const noon = new Date('2026-11-03T12:00:00Z')
const before = (minutes: number) => new Date(noon.getTime() - minutes * 60_000)

test.each([
  [0, 'Just now'],
  [1, '1 minute ago'],
  [59, '59 minutes ago'],
  [60, '1 hour ago'],
  [11 * 60, '11 hours ago'],
  [13 * 60, 'Yesterday'],
  [36 * 60, 'Yesterday'],
  [37 * 60, '2 days ago'],
  [6 * 24 * 60, '6 days ago'],
  [7 * 24 * 60, '27 October 2026'],
])('what happened %i minutes ago is told as "%s"', (minutes, words) => {
  expect(relativeText(before(minutes), noon)).toBe(words)
})

test('a time that is still to come is told exactly', () => {
  expect(relativeText(before(-90), noon)).toBe('3 November 2026 at 13:30')
})

test('days and times are those of London, in summer and in winter', () => {
  const late = new Date('2026-07-01T23:30:00Z')
  expect([dayOf(late), dateTimeText(late)]).toEqual(['2026-07-02', '2 July 2026 at 00:30'])
  expect(dateTimeText(new Date('2026-12-01T23:30:00Z'))).toBe('1 December 2026 at 23:30')
})

test('a calendar day is written the same wherever it is read', () => {
  expect([dateText('2026-11-03'), weekdayText('2026-11-03')]).toEqual([
    '3 November 2026',
    'Tuesday 3 November 2026',
  ])
})

test('a day is a day, even when the clocks change in it', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2)
})
