/** YYYY-MM-DD for six digits that are a day of the calendar, else ''. `year` completes two digits. */
const dayOf = (digits: string, year: (short: number) => number) => {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  if (!yy || !mm || !dd) return ''
  const day = `${year(Number(yy))}-${mm}-${dd}`
  const instant = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? day : ''
}

/**
 * The year of birth has two digits: it is of this century unless that day is still to come. A person over a
 * hundred is taken for a child. A birth of which only the year or month is known has fillers: no day is told
 * (ICAO Doc 9303 part 3 section 4.8).
 */
export const birthDay = (digits: string, today: string) => {
  const day = dayOf(digits, (short) => 2000 + short)
  return day === '' || day > today ? dayOf(digits, (short) => 1900 + short) : day
}

/** Documents live for ten years, few for more: 80 to 99 are of the last century, for which none was made to last. */
export const expiryDay = (digits: string) => dayOf(digits, (short) => (short < 80 ? 2000 : 1900) + short)
