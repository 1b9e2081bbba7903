import { dayIn, edgeAt, plusDays, weekdayOf } from '#server/platform/time/zone.ts'

export const zone = 'Europe/London'

/** So many working days ago, at a time of the day such as "10:20": people of the firm write in office hours. */
export function officeTime(now: Date, daysAgo: number, at: string): Date {
  let day = dayIn(zone, now)
  for (let left = daysAgo; left > 0; left -= 1) day = workingDayBefore(plusDays(day, -1))
  const [hours = 0, rest = 0] = at.split(':').map(Number)
  return edgeAt(zone, { day, minutes: hours * 60 + rest })
}

export const workingDayBefore = (day: string) => plusDays(day, -Math.max(0, weekdayOf(day) - 5))
