/** Days are texts such as `2026-11-09`: they have no zone, and noon keeps them the same day everywhere. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const textOf = (date: Date) => date.toISOString().slice(0, 10)

export const plusDays = (day: string, count: number) => {
  const date = noon(day)
  date.setUTCDate(date.getUTCDate() + count)
  return textOf(date)
}

/** The same day of another month, or its last one where it has not so many. */
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

/** The weeks that a month reaches into, four to six. */
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
/** "November 2026" */
export const monthWords = format({ month: 'long', year: 'numeric' })
/** "12 Nov" */
export const shortDayWords = format({ day: 'numeric', month: 'short' })
export const shortMonth = format({ month: 'short' })
export const longWeekday = format({ weekday: 'long' })
export const shortWeekday = format({ weekday: 'short' })
