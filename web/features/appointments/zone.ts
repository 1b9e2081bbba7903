import { clockIn, dayIn } from '#web/platform/zone.ts'
import { shortWeekday } from './days.ts'

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The same time on the reader's own clock, with its day where that is another: "01:00 Fri"; null where both agree. */
export const ownClock = (zone: string, time: Date, own = ownZone()) => {
  const isOtherDay = dayIn(own, time) !== dayIn(zone, time)
  if (!isOtherDay && clockIn(own, time) === clockIn(zone, time)) return null
  return isOtherDay ? `${clockIn(own, time)} ${shortWeekday(dayIn(own, time))}` : clockIn(own, time)
}
