import { Temporal } from 'temporal-polyfill'
import { london } from '#contract/kit/london.ts'

/** A day (`2026-10-25`) and the minutes of its clock: 540 is nine in the morning, 1440 the end of the day. */
export interface ClockTime {
  day: string
  minutes: number
}

const zoned = (zone: string, time: Date) =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone)

const plain = ({ day, minutes }: ClockTime) => Temporal.PlainDate.from(day).toPlainDateTime().add({ minutes })

const dateOf = ({ epochMilliseconds }: Temporal.ZonedDateTime) => new Date(epochMilliseconds)

/**
 * Returns when a zone's clock shows this time. Null if it never does because the clock was put forward over it. If it
 * shows the time twice, returns the first.
 */
export const instantAt = (zone: string, at: ClockTime): Date | null => {
  const wanted = plain(at)
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return found.toPlainDateTime().equals(wanted) ? dateOf(found) : null
}

/** Returns the same for the edge of a period. Over a gap it moves forward, as the clock does. */
export const edgeAt = (zone: string, at: ClockTime): Date =>
  dateOf(plain(at).toZonedDateTime(zone, { disambiguation: 'compatible' }))

/** Returns the day in a zone at this time. */
export const dayIn = (zone: string, time: Date) => zoned(zone, time).toPlainDate().toString()

/** Monday is 1 and Sunday 7. */
export const weekdayOf = (day: string) => Temporal.PlainDate.from(day).dayOfWeek

export const plusDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()

/** Returns the number of days from one to the other, both included. 0 if the second is earlier. */
export const countDays = (first: string, last: string) =>
  Math.max(0, Temporal.PlainDate.from(first).until(last).days + 1)

/**
 * Returns the days from one to the other, both included. Check `countDays` first if a user chooses them, since
 * centuries of days take seconds.
 */
export const daysFrom = (first: string, last: string) =>
  Array.from({ length: countDays(first, last) }, (_, at) => plusDays(first, at))

const names = new Map<string, string>([['Europe/London', 'London time']])

/** Returns the common name of a zone: "London time". */
const zoneName = (zone: string) =>
  names.get(zone) ?? `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`

/** "Thursday 12 November 2026 at 10:00 (London time)" */
export const whenWords = (zone: string, time: Date) => `${dayWords(zone, time)} at ${clockWords(zone, time)}`

export const dayWords = (zone: string, time: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
    .format(time)
    .replace(',', '')

/** "10:00 (London time)" */
export const clockWords = (zone: string, time: Date) => `${clockText(zone, time)} (${zoneName(zone)})`

/** "10:00" */
export const clockText = (zone: string, time: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time)

const longTime = new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'long', timeStyle: 'short' })
/** "9 November 2026 at 09:00" */
export const timeText = (time: Date) => longTime.format(time)
