import { expect, test } from 'vitest'
import { londonDay, startOfDay } from './london.ts'

const minute = 60_000
const hour = 60 * minute

test.each([
  ['in winter, at the last moment of the day', '2026-11-09T23:59:59.999Z', '2026-11-09'],
  ['in summer, when UTC still has the day before', '2026-06-30T23:00:00Z', '2026-07-01'],
  ['as the clocks go forward', '2026-03-29T00:59:59Z', '2026-03-29'],
  ['as the clocks go back, in the hour that comes twice', '2026-10-25T00:30:00Z', '2026-10-25'],
  ['in the years of summer time all year', '1970-12-31T23:30:00Z', '1971-01-01'],
])('the day %s is London’s', (_, time, day) => {
  expect(londonDay(new Date(time))).toBe(day)
})

test('every half hour of three years has the day that the calendar gives, the second time too', () => {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' })
  const wrong: string[] = []
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2029, 0, 1); at += 30 * minute) {
    const time = new Date(at + 1)
    if (londonDay(time) !== calendar.format(time)) wrong.push(time.toISOString())
  }
  expect(wrong).toEqual([])
})

test('a day begins at midnight in London', () => {
  expect(startOfDay(new Date('2026-07-01T12:00:00Z'))).toEqual(new Date('2026-06-30T23:00:00Z'))
  expect(startOfDay(new Date(Date.UTC(2026, 11, 1) + hour))).toEqual(new Date('2026-12-01T00:00:00Z'))
})

test('no time has no day', () => {
  expect(() => londonDay(new Date(Number.NaN))).toThrow(RangeError)
})
