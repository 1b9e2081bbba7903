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

/** The day that a zone has at this time, as `2026-11-12`. */
export const dayIn = (zone: string, time: Date) => {
  const { year, month, day } = partsIn(zone, time)
  return `${year}-${month}-${day}`
}

/** "10:00" on a zone's clock. */
export const clockIn = (zone: string, time: Date) => {
  const { hour, minute } = partsIn(zone, time)
  return `${hour}:${minute}`
}

/** How people call a zone: "London time". */
export const zoneWords = (zone: string) => `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`
