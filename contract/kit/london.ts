/**
 * A firm's calendar days are London's, regardless of where the client is. Appointments and quiet hours follow the time
 * zone of the firm's settings instead.
 */
export const london = { timeZone: 'Europe/London' }

// The Swedish locale writes dates as ISO 8601 does.
const day = new Intl.DateTimeFormat('sv-SE', london)

const oneHour = 60 * 60 * 1000

/** The most hours whose day is kept: more than a year. */
const mostHours = 10_000
const dayOfHour = new Map<number, string>()

/**
 * Returns the date in London at this time, as `2026-11-09`. In summer UTC still has the day before until 1 am in
 * London. London's clocks have differed from UTC by whole hours since 1847, so that an hour has one date, which is kept:
 * a page asks for the date up to a hundred times, and formatting it anew takes several microseconds.
 */
export function londonDay(time: Date): string {
  const hour = Math.floor(time.getTime() / oneHour)
  const known = dayOfHour.get(hour)
  if (known !== undefined) return known
  const found = day.format(time)
  if (dayOfHour.size >= mostHours) dayOfHour.clear()
  dayOfHour.set(hour, found)
  return found
}

/** Returns noon UTC of a day such as `2026-11-09`. In London it is the same day. */
export const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

/** Returns when the day of this time began in London, which in summer is an hour before midnight UTC. */
export function startOfDay(time: Date) {
  const midnight = new Date(`${londonDay(time)}T00:00:00Z`)
  const earlier = new Date(midnight.getTime() - oneHour)
  return londonDay(earlier) === londonDay(time) ? earlier : midnight
}
