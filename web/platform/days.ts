const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string) => {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

const partsIn = (zone: string, time: Date) =>
  Object.fromEntries(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )

/** Returns the day in a zone at this time, as `2026-11-12`. */
export const dayIn = (zone: string, time: Date) => {
  const { year, month, day } = partsIn(zone, time)
  return `${year}-${month}-${day}`
}

/** Returns the time on a zone's clock: "10:00". */
export const clockIn = (zone: string, time: Date) => {
  const { hour, minute } = partsIn(zone, time)
  return `${hour}:${minute}`
}

/** Returns the name of a zone for people: "London time". */
export const zoneWords = (zone: string) => `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`

/** Days are texts such as `2026-11-09`: they have no zone, and noon keeps them the same day everywhere. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const textOf = (date: Date) => date.toISOString().slice(0, 10)

export const plusDays = (day: string, count: number) => {
  const date = noon(day)
  date.setUTCDate(date.getUTCDate() + count)
  return textOf(date)
}

/** Returns the same day of another month, or its last day if it is shorter. */
export const plusMonths = (day: string, count: number) => {
  const date = noon(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + count + 1, 0)
  const last = date.getUTCDate()
  date.setUTCDate(Math.min(Number(day.slice(8)), last))
  return textOf(date)
}

/** Weeks begin on Monday. */
export const mondayOf = (day: string) => plusDays(day, -((noon(day).getUTCDay() + 6) % 7))
export const weekOf = (day: string) => Array.from({ length: 7 }, (_, at) => plusDays(mondayOf(day), at))

/** Returns the weeks that a month overlaps, four to six. */
export const weeksOfMonth = (day: string) => {
  const month = day.slice(0, 7)
  const weeks: string[][] = []
  for (let monday = mondayOf(`${month}-01`); monday.slice(0, 7) <= month; monday = plusDays(monday, 7))
    weeks.push(weekOf(monday))
  return weeks
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const words = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  return (day: string) => words.format(noon(day)).replace(',', '')
}
/** "Thursday 12 November 2026" */
export const dayWords = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
/** "Monday 9 November 2026 at 10:00" */
export const timeWords = (zone: string, time: Date) =>
  `${dayWords(dayIn(zone, time))} at ${clockIn(zone, time)}`
/** "November 2026" */
export const monthWords = format({ month: 'long', year: 'numeric' })
/** "12 Nov" */
export const shortDayWords = format({ day: 'numeric', month: 'short' })
export const shortMonth = format({ month: 'short' })
export const longWeekday = format({ weekday: 'long' })
export const shortWeekday = format({ weekday: 'short' })

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns the same time on the reader's own clock, with the weekday if the day differs: "01:00 Fri". Null if both
 * clocks agree.
 */
export const ownClock = (zone: string, time: Date, own = ownZone()) => {
  const isOtherDay = dayIn(own, time) !== dayIn(zone, time)
  if (!isOtherDay && clockIn(own, time) === clockIn(zone, time)) return null
  return isOtherDay ? `${clockIn(own, time)} ${shortWeekday(dayIn(own, time))}` : clockIn(own, time)
}
