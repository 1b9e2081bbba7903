import { london, londonDay } from '#contract/kit/london.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...london, ...options })

const longDay = format({ day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = format({ day: 'numeric', month: 'short', year: 'numeric' })
const weekdayLong = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const clockTime = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

export const now = () => new Date()

/** The calendar day in London, as `2026-11-03`. */
export const dayOf = londonDay
export const today = () => dayOf(now())

/** A day (`2026-11-03`) has no time zone: noon keeps it the same day everywhere. */
const instantOf = (when: Date | string) =>
  typeof when === 'string' ? new Date(when.length === 10 ? `${when}T12:00:00Z` : when) : when

/** "3 November 2026" */
export const dateText = (when: Date | string) => longDay.format(instantOf(when))
/** "3 Nov 2026" */
export const shortDateText = (when: Date | string) => shortDay.format(instantOf(when))
/** "Tuesday 3 November 2026" */
export const weekdayText = (when: Date | string) => weekdayLong.format(instantOf(when)).replace(',', '')
/** "14:05" */
export const timeText = (when: Date | string) => clockTime.format(instantOf(when))
/** "3 November 2026 at 14:05" */
export const dateTimeText = (when: Date | string) => `${dateText(when)} at ${timeText(when)}`

/** "Just now", "2 minutes ago", "1 hour ago", "Yesterday", "3 days ago", then the date. */
export const relativeText = (when: Date | string, from = now()) => {
  const date = instantOf(when)
  const minutes = Math.floor((from.getTime() - date.getTime()) / 60_000)
  if (minutes < 0) return dateTimeText(date)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`
  const days = daysBetween(dayOf(date), dayOf(from))
  if (days === 0) return `${counted(Math.floor(minutes / 60), 'hour')} ago`
  if (days === 1) return 'Yesterday'
  if (days < 7) return `${days} days ago`
  return dateText(date)
}

/** Whole days from one calendar day to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** "1 minute", "2 minutes", "4,967 clients" */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
