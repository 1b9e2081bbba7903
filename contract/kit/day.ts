const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
/** Writes "1991-03-14" as "14 March 1991". Text that is not a day is returned unchanged. */
export const dayText = (day: string) => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? day : longDay.format(time)
}
