import { londonDay, noonOf, startOfDay } from '../kit/london.ts'
import type { HolidayRegion } from '../settings.ts'

/**
 * The bank holidays of the three regions as published in gov.uk/bank-holidays.json, including substitute days. The list
 * ends where the published years end, because one-off holidays are announced only a year or two ahead.
 */
export const holidaysKnown = { from: '2026-01-01', to: '2028-12-31' }

const everywhere = [
  '2026-01-01 New Year’s Day',
  '2026-04-03 Good Friday',
  '2026-05-04 Early May bank holiday',
  '2026-05-25 Spring bank holiday',
  '2026-12-25 Christmas Day',
  '2026-12-28 Boxing Day (substitute day)',
  '2027-01-01 New Year’s Day',
  '2027-03-26 Good Friday',
  '2027-05-03 Early May bank holiday',
  '2027-05-31 Spring bank holiday',
  '2027-12-27 Christmas Day (substitute day)',
  '2027-12-28 Boxing Day (substitute day)',
  '2028-01-03 New Year’s Day (substitute day)',
  '2028-04-14 Good Friday',
  '2028-05-01 Early May bank holiday',
  '2028-05-29 Spring bank holiday',
  '2028-12-25 Christmas Day',
  '2028-12-26 Boxing Day',
]

const notInScotland = [
  '2026-04-06 Easter Monday',
  '2026-08-31 Summer bank holiday',
  '2027-03-29 Easter Monday',
  '2027-08-30 Summer bank holiday',
  '2028-04-17 Easter Monday',
  '2028-08-28 Summer bank holiday',
]

const scotland = [
  '2026-01-02 2nd January',
  '2026-06-15 World Cup bank holiday',
  '2026-08-03 Summer bank holiday',
  '2026-11-30 St Andrew’s Day',
  '2027-01-04 2nd January (substitute day)',
  '2027-08-02 Summer bank holiday',
  '2027-11-30 St Andrew’s Day',
  '2028-01-04 2nd January (substitute day)',
  '2028-08-07 Summer bank holiday',
  '2028-11-30 St Andrew’s Day',
]

const northernIreland = [
  '2026-03-17 St Patrick’s Day',
  '2026-07-13 Battle of the Boyne (substitute day)',
  '2027-03-17 St Patrick’s Day',
  '2027-07-12 Battle of the Boyne',
  '2028-03-17 St Patrick’s Day',
  '2028-07-12 Battle of the Boyne',
]

const named = (...lists: string[][]): ReadonlyMap<string, string> =>
  new Map(lists.flat().map((line) => [line.slice(0, 10), line.slice(11)]))

const holidays: Record<HolidayRegion, ReadonlyMap<string, string>> = {
  'england-and-wales': named(everywhere, notInScotland),
  scotland: named(everywhere, scotland),
  'northern-ireland': named(everywhere, notInScotland, northernIreland),
}

/** Returns the name of the bank holiday on a day (`2026-12-25`), or null. Days of unpublished years have none. */
export const bankHolidayOn = (region: HolidayRegion, day: string) => holidays[region].get(day) ?? null

/** Whether the bank holidays of that day's year have been published. */
export const areHolidaysKnown = (day: string) => holidaysKnown.from <= day && day <= holidaysKnown.to

/** Returns every bank holiday of a region in order. */
export const bankHolidaysOf = (region: HolidayRegion) =>
  [...holidays[region]].sort(([day], [other]) => (day < other ? -1 : 1)).map(([day, name]) => ({ day, name }))

const oneDay = 24 * 60 * 60 * 1000

const isWorkingDay = (region: HolidayRegion, time: Date) => {
  const day = londonDay(time)
  const weekday = noonOf(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && bankHolidayOn(region, day) === null
}

const sameTimeDayBefore = (time: Date) => new Date(time.getTime() - oneDay)

const endOfDayBefore = (time: Date) => new Date(startOfDay(time).getTime() - 1)

/**
 * Returns the same time of day, this many working days ago. An item that has waited since before then is late. A day off
 * counts as the end of the working day before it: nothing becomes late while the firm is closed.
 */
export function workingDaysBefore(region: HolidayRegion, now: Date, days: number): Date {
  let time = now
  // From the last moment of a day, 24 hours lead to a wrong day where the clocks were changed in between.
  const back = isWorkingDay(region, now) ? sameTimeDayBefore : endOfDayBefore
  if (days > 0) while (!isWorkingDay(region, time)) time = back(time)
  for (let left = days; left > 0; ) {
    time = back(time)
    if (isWorkingDay(region, time)) left -= 1
  }
  return time
}
