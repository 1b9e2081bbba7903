import { expect, test } from 'vitest'
import { usualHours, type WeeklyHours } from '#contract/appointments/working-hours.ts'
import { edgeAt, instantAt } from '#server/platform/time/zone.ts'
import { type OpenDiary, slotsOn } from './service/find-slots.ts'

const diary = (facts: Partial<OpenDiary> = {}): OpenDiary => ({
  zone: 'Europe/London',
  region: 'england-and-wales',
  hours: usualHours,
  daysOff: [],
  busy: [],
  now: new Date('2026-10-01T08:00:00Z'),
  ...facts,
})
const every = (spans: WeeklyHours[1]): WeeklyHours => ({
  1: spans,
  2: spans,
  3: spans,
  4: spans,
  5: spans,
  6: spans,
  7: spans,
})
const utc = (times: Date[]) => times.map((time) => time.toISOString().slice(11, 16))

test('a working day offers nine to five in steps of half an hour', () => {
  const { times, note } = slotsOn(diary(), '2026-11-10', 30)
  expect(times).toHaveLength(17)
  expect(utc(times).slice(0, 2)).toEqual(['09:00', '09:30'])
  expect(utc(times).at(-1)).toBe('17:00')
  expect(note).toBeNull()
})

test('nine in London is a different hour in UTC before and after the clocks change', () => {
  const hours = every([{ from: '09:00', to: '18:00' }])
  const first = (day: string) => slotsOn(diary({ hours }), day, 30).times[0]?.toISOString()
  expect(first('2026-10-24')).toBe('2026-10-24T08:00:00.000Z')
  expect(first('2026-10-25')).toBe('2026-10-25T09:00:00.000Z')
  expect(first('2027-03-27')).toBe('2027-03-27T09:00:00.000Z')
  expect(first('2027-03-28')).toBe('2027-03-28T08:00:00.000Z')
})

test('a time that the clock change skips is not offered, and of one that occurs twice the first is', () => {
  const zone = 'Europe/London'
  expect(instantAt(zone, { day: '2027-03-28', minutes: 90 })).toBeNull()
  expect(edgeAt(zone, { day: '2027-03-28', minutes: 90 }).toISOString()).toBe('2027-03-28T01:30:00.000Z')
  expect(instantAt(zone, { day: '2026-10-25', minutes: 90 })?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(edgeAt(zone, { day: '2026-10-25', minutes: 24 * 60 }).toISOString()).toBe('2026-10-26T00:00:00.000Z')
})

test('a day that a time zone skipped offers nothing', () => {
  // Samoa skipped Friday 30 December 2011.
  const samoa = diary({ zone: 'Pacific/Apia', now: new Date('2011-12-01T00:00:00Z') })
  expect(slotsOn(samoa, '2011-12-30', 30).times).toEqual([])
  expect(slotsOn(samoa, '2011-12-29', 30).times).toHaveLength(17)
})

test('the 29th of February is an ordinary day in leap years', () => {
  const leap = diary({ now: new Date('2027-06-01T08:00:00Z') })
  expect(slotsOn(leap, '2028-02-29', 30).times).toHaveLength(17)
})

test('the time between several spans of a day is not offered, and long appointments fit within one span', () => {
  const hours = every([
    { from: '09:00', to: '10:30' },
    { from: '14:00', to: '16:00' },
  ])
  expect(utc(slotsOn(diary({ hours }), '2026-11-10', 60).times)).toEqual([
    '09:00',
    '09:30',
    '14:00',
    '14:30',
    '15:00',
  ])
  expect(slotsOn(diary({ hours }), '2026-11-10', 120)).toMatchObject({ note: null })
  expect(utc(slotsOn(diary({ hours }), '2026-11-10', 120).times)).toEqual(['14:00'])
})

test('a time that overlaps another appointment is not offered, one that only borders on it is', () => {
  const busy = [{ startTime: new Date('2026-11-10T10:00:00Z'), endTime: new Date('2026-11-10T10:45:00Z') }]
  const times = utc(slotsOn(diary({ busy }), '2026-11-10', 30).times)
  expect(times).toContain('09:30')
  expect(times).not.toContain('10:00')
  expect(times).not.toContain('10:30')
  expect(times).toContain('11:00')
})

test('a day without times says why', () => {
  const noteOn = (day: string, facts: Partial<OpenDiary> = {}) => slotsOn(diary(facts), day, 30).note
  const away = [{ firstDay: '2026-11-09', lastDay: '2026-11-11' }]
  const busy = [{ startTime: new Date('2026-11-10T00:00:00Z'), endTime: new Date('2026-11-11T00:00:00Z') }]
  expect(noteOn('2026-12-25')).toBe('Bank holiday: Christmas Day')
  expect(noteOn('2026-11-30')).toBeNull()
  expect(noteOn('2026-11-30', { region: 'scotland' })).toBe('Bank holiday: St Andrew’s Day')
  expect(noteOn('2027-07-12', { region: 'northern-ireland' })).toBe('Bank holiday: Battle of the Boyne')
  expect(noteOn('2026-11-14')).toBe('Not a working day')
  expect(noteOn('2026-11-11', { daysOff: away })).toBe('Away')
  expect(noteOn('2026-11-10', { busy })).toBe('Fully booked')
  expect(noteOn('2026-09-30')).toBe('In the past')
  expect(noteOn('2026-10-01', { now: new Date('2026-10-01T16:30:00Z') })).toBe('No more times today')
  expect(noteOn('2029-06-01')).toBe('Too far ahead to book')
})

test('a day in a year with unpublished bank holidays says so', () => {
  const late = diary({ now: new Date('2028-06-01T08:00:00Z') })
  expect(slotsOn(late, '2029-01-02', 30)).toMatchObject({
    note: 'The bank holidays of this year have not been published yet',
  })
  expect(slotsOn(late, '2029-01-02', 30).times).toHaveLength(17)
})
