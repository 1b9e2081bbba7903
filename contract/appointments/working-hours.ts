import { z } from 'zod'
import { day, id, line } from '../kit/endpoint.ts'

/** Monday is 1 and Sunday is 7, as in ISO 8601. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
export type Weekday = (typeof weekdays)[number]
export const weekdayNames: Record<Weekday, string> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
}

const clockTime = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Please enter a time such as 09:30')

/** A part of a day in the firm's time zone: "09:00" to "12:30". */
export const Span = z
  .strictObject({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => from < to, { message: 'The end must be after the start', path: ['to'] })
export type Span = z.infer<typeof Span>

const spansOfDay = z
  .array(Span)
  .max(6, 'A day can have at most six sets of hours')
  .refine((spans) => !overlap(spans), 'These times overlap')

const overlap = (spans: readonly Span[]) => {
  const sorted = spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return sorted.some(({ from }, at) => from < (sorted[at - 1]?.to ?? ''))
}

/** When a person of the firm is available, by weekday. A day without spans is a day off. */
export const WeeklyHours = z.strictObject({
  1: spansOfDay,
  2: spansOfDay,
  3: spansOfDay,
  4: spansOfDay,
  5: spansOfDay,
  6: spansOfDay,
  7: spansOfDay,
})
export type WeeklyHours = z.infer<typeof WeeklyHours>

const officeDay: Span[] = [{ from: '09:00', to: '17:30' }]
/** The default hours, until somebody changes them. */
export const usualHours: WeeklyHours = {
  1: officeDay,
  2: officeDay,
  3: officeDay,
  4: officeDay,
  5: officeDay,
  6: [],
  7: [],
}

/** Converts "09:30" to minutes of the day. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export const DaysOffId = id('days off')
export const DaysOff = z.strictObject({
  id: DaysOffId,
  firstDay: day,
  lastDay: day,
  /** A note that only the firm sees. */
  note: z.string().nullable(),
})
export type DaysOff = z.infer<typeof DaysOff>

const offDay = z.iso
  .date('Please select a date')
  .refine((text) => '2000' <= text && text < '2200', 'Please select a date')

export const newDaysOff = z
  .strictObject({
    firstDay: offDay,
    lastDay: offDay,
    note: line(120).optional(),
  })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
    message: 'The last day cannot be before the first',
    path: ['lastDay'],
  })

export const isOffOn = (daysOff: readonly Pick<DaysOff, 'firstDay' | 'lastDay'>[], on: string) =>
  daysOff.some(({ firstDay, lastDay }) => firstDay <= on && on <= lastDay)
