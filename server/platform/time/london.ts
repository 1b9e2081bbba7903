import { london } from '#contract/london.ts'

const longDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' })
/** "9 November 2026", of a day such as `2026-11-09` */
export const dayText = (day: string) => longDay.format(Date.parse(`${day}T12:00:00Z`))

const longTime = new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'long', timeStyle: 'short' })
/** "9 November 2026 at 09:00" */
export const timeText = (time: Date) => longTime.format(time)
