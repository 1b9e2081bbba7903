/** A firm's days are London's, wherever its client is; appointments and quiet hours follow the zone in its settings. */
export const london = { timeZone: 'Europe/London' }

// Swedes write days as ISO 8601 does.
const day = new Intl.DateTimeFormat('sv-SE', london)

/** The day that London has at this time, as `2026-11-09`: until one in a summer's night, UTC has the day before. */
export const londonDay = (time: Date) => day.format(time)
