/** The firm and its days are in London, wherever its client is. */
export const london = { timeZone: 'Europe/London' }

// Swedes write days as ISO 8601 does.
const day = new Intl.DateTimeFormat('sv-SE', london)

/** The day that London has at this time, as `2026-11-09`: until one in a summer's night, UTC has the day before. */
export const londonDay = (time: Date) => day.format(time)
