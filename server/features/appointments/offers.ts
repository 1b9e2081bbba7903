import { bookableDays, firstStart, lastStart, stepMinutes } from '#contract/appointment-times.ts'
import { areHolidaysKnown, bankHolidayOn } from '#contract/bank-holidays.ts'
import type { HolidayRegion } from '#contract/settings.ts'
import { type DaysOff, isOffOn, minutesOf, type Weekday, type WeeklyHours } from '#contract/working-hours.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import { dayIn, edgeAt, instantAt, plusDays, weekdayOf } from '#server/platform/time/zone.ts'

interface Times {
  startTime: Date
  endTime: Date
}

/** What decides when somebody can be met. */
export interface Diary {
  zone: string
  region: HolidayRegion
  hours: WeeklyHours
  daysOff: readonly Pick<DaysOff, 'firstDay' | 'lastDay'>[]
  /** Appointments of either side. */
  busy: readonly Times[]
  now: Date
}

export interface Offers {
  times: Date[]
  /** Why there are none, or what is to be known of the day. */
  note: string | null
}

/** The specification's steps that lie within the person's hours, ahead, and beside every other appointment. */
export function offersOn(diary: Diary, day: string, duration: number): Offers {
  const { zone, now } = diary
  const closed = closedOn(diary, day)
  if (closed !== null) return { times: [], note: closed }
  const steps = stepsOn(diary, day, duration)
  const ahead = steps.filter(({ startTime }) => startTime > now)
  const times = ahead.filter((step) => !diary.busy.some((other) => overlap(step, other)))
  if (times.length > 0) return { times: times.map(({ startTime }) => startTime), note: knownUntil(day) }
  if (ahead.length > 0) return { times: [], note: 'Fully booked' }
  const isToday = day === dayIn(zone, now)
  return { times: [], note: isToday && steps.length > 0 ? 'No more times today' : 'No slot long enough' }
}

const closedOn = ({ zone, region, hours, daysOff, now }: Diary, day: string) => {
  const today = dayIn(zone, now)
  if (day < today) return 'In the past'
  if (day > plusDays(today, bookableDays)) return 'Too far ahead to book'
  const holiday = bankHolidayOn(region, day)
  if (holiday !== null) return `Bank holiday: ${holiday}`
  if (isOffOn(daysOff, day)) return 'Away'
  return spansOn(hours, day).length === 0 ? 'Not a working day' : null
}

const knownUntil = (day: string) =>
  areHolidaysKnown(day) ? null : 'The bank holidays of this year have not been published yet'

const spansOn = (hours: WeeklyHours, day: string) => hours[weekdayOf(day) as unknown as Weekday]

const stepsOn = ({ zone, hours }: Diary, day: string, duration: number): Times[] => {
  const spans = spansOn(hours, day).map(({ from, to }) => ({
    startTime: edgeAt(zone, { day, minutes: minutesOf(from) }),
    endTime: edgeAt(zone, { day, minutes: minutesOf(to) }),
  }))
  return stepMinutesOfDay.flatMap((step) => {
    const startTime = instantAt(zone, { day, minutes: step })
    if (startTime === null) return []
    const times = { startTime, endTime: after(startTime, minutes(duration)) }
    return spans.some((span) => isInside(times, span)) ? [times] : []
  })
}

const stepMinutesOfDay = Array.from(
  { length: (lastStart - firstStart) / stepMinutes + 1 },
  (_, at) => firstStart + at * stepMinutes,
)

const isInside = (times: Times, span: Times) =>
  span.startTime <= times.startTime && times.endTime <= span.endTime

const overlap = (one: Times, other: Times) => one.startTime < other.endTime && other.startTime < one.endTime
