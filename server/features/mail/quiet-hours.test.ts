import { expect, test } from 'vitest'
import { daysSince, isQuiet, lastMorning, outsideQuietHours } from './service/keep-quiet-hours.ts'

const london = 'Europe/London'
const at = (text: string) => new Date(text)

// Clocks go forward on 28 March 2027 at one, and back on 31 October 2027 at two.
test.each([
  ['by day', '2026-11-09T09:00:00Z', '2026-11-09T09:00:00Z'],
  ['as the day begins', '2026-11-09T08:00:00Z', '2026-11-09T08:00:00Z'],
  ['just before it ends', '2026-11-09T19:59:59Z', '2026-11-09T19:59:59Z'],
  ['as it ends', '2026-11-09T20:00:00Z', '2026-11-10T08:00:00Z'],
  ['after midnight', '2026-11-10T00:30:00Z', '2026-11-10T08:00:00Z'],
  ['just before it begins', '2026-11-10T07:59:59Z', '2026-11-10T08:00:00Z'],
  ['on a summer evening, by the clock on the wall', '2027-06-01T19:30:00Z', '2027-06-02T07:00:00Z'],
  ['in the night that is an hour short', '2027-03-27T22:00:00Z', '2027-03-28T07:00:00Z'],
  ['in the night that is an hour long', '2027-10-30T20:00:00Z', '2027-10-31T08:00:00Z'],
  ['on the last evening of the year', '2026-12-31T23:59:00Z', '2027-01-01T08:00:00Z'],
  ['in the night to a leap day', '2028-02-28T21:00:00Z', '2028-02-29T08:00:00Z'],
])('mail %s goes out when people are up', (_, written, sent) => {
  expect(outsideQuietHours(at(written), london)).toEqual(at(sent))
  expect(isQuiet(at(written), london)).toBe(written !== sent)
})

test.each([
  ['2026-11-09T09:00:00Z', '2026-11-09T08:00:00Z'],
  ['2026-11-09T08:00:00Z', '2026-11-09T08:00:00Z'],
  ['2026-11-09T07:59:59Z', '2026-11-08T08:00:00Z'],
  ['2027-03-28T06:59:59Z', '2027-03-27T08:00:00Z'],
  ['2027-03-28T07:00:00Z', '2027-03-28T07:00:00Z'],
  ['2027-10-31T07:30:00Z', '2027-10-30T07:00:00Z'],
])('the last morning at %s was %s', (now, morning) =>
  expect(lastMorning(at(now), london)).toEqual(at(morning)),
)

test.each([
  ['2026-11-09T23:59:00Z', '2026-11-10T00:01:00Z', 1],
  ['2026-11-09T00:01:00Z', '2026-11-09T23:59:00Z', 0],
  // Half past midnight in London, still the day before in UTC.
  ['2027-06-01T23:30:00Z', '2027-06-02T08:00:00Z', 0],
  ['2027-03-27T12:00:00Z', '2027-03-28T11:00:00Z', 1],
  ['2028-02-28T12:00:00Z', '2028-03-01T12:00:00Z', 2],
])('from %s to %s a client counts %i days', (past, now, days) =>
  expect(daysSince(at(past), { now: at(now), timeZone: london })).toBe(days),
)
