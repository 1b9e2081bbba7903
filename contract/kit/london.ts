/**
 * A firm's calendar days are London's, regardless of where the client is. Appointments and quiet hours follow the time
 * zone of the firm's settings instead.
 */
export const london = { timeZone: 'Europe/London' }

// The Swedish locale writes dates as ISO 8601 does.
const day = new Intl.DateTimeFormat('sv-SE', london)

/**
 * Returns the date in London at this time, as `2026-11-09`. In summer UTC still has the day before until 1 am in
 * London.
 */
export const londonDay = (time: Date) => day.format(time)

const oneHour = 60 * 60 * 1000

/** Returns when the day of this time began in London, which in summer is an hour before midnight UTC. */
export function startOfDay(time: Date) {
  const midnight = new Date(`${londonDay(time)}T00:00:00Z`)
  const earlier = new Date(midnight.getTime() - oneHour)
  return londonDay(earlier) === londonDay(time) ? earlier : midnight
}
