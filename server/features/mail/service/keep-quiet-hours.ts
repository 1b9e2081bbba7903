import { Temporal } from 'temporal-polyfill'
import { after } from '#server/platform/time/durations.ts'

const evening = 20

const morning = 8

const localTime = (time: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone)

const at = (day: Temporal.PlainDate, hour: number, { time, timeZone }: { time: Date; timeZone: string }) =>
  after(time, day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds - time.getTime())

/** Returns this time, or the next eight in the morning if it is between eight in the evening and then. */
export const outsideQuietHours = (time: Date, timeZone: string): Date => {
  const local = localTime(time, timeZone)
  if (local.hour >= morning && local.hour < evening) return time
  const day = local.hour >= evening ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate()
  return at(day, morning, { time, timeZone })
}

export const isQuiet = (time: Date, timeZone: string) => outsideQuietHours(time, timeZone) > time

/** Returns the last eight in the morning. What happened before it goes into the mail of that day. */
export const lastMorning = (time: Date, timeZone: string): Date => {
  const local = localTime(time, timeZone)
  const day = local.hour >= morning ? local.toPlainDate() : local.toPlainDate().subtract({ days: 1 })
  return at(day, morning, { time, timeZone })
}

/** Returns the number of midnights between two times, in the firm's time zone. */
export const daysSince = (past: Date, { now, timeZone }: { now: Date; timeZone: string }) =>
  localTime(past, timeZone).toPlainDate().until(localTime(now, timeZone).toPlainDate()).days
