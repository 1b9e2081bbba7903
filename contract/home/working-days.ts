import { bankHolidayOn } from '../appointments/bank-holidays.ts'
import { londonDay } from '../kit/london.ts'
import type { HolidayRegion } from '../settings.ts'

const oneDay = 24 * 60 * 60 * 1000

const isWorkingDay = (region: HolidayRegion, time: Date) => {
  const day = londonDay(time)
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && bankHolidayOn(region, day) === null
}

/** Returns the same time of day, this many working days ago. An item that has waited since before then is late. */
export function workingDaysBefore(region: HolidayRegion, now: Date, days: number): Date {
  let time = now
  for (let left = days; left > 0; ) {
    time = new Date(time.getTime() - oneDay)
    if (isWorkingDay(region, time)) left -= 1
  }
  return time
}
