import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import {
  command,
  create,
  file,
  id,
  instant,
  day as isoDay,
  line,
  list,
  prose,
  read,
  replace,
} from '../kit/endpoint.ts'
import { MeetingLink } from './meeting-link.ts'
import { AppointmentStatus, durations, leastMinutes, minutesBetween } from './times.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    appointments: true
  }
}

export const AppointmentId = id('appointment')
export type AppointmentId = z.infer<typeof AppointmentId>

export const Party = z.strictObject({ id: UserId, firstName: z.string(), lastName: z.string() })
export type Party = z.infer<typeof Party>

export const Appointment = z.strictObject({
  id: AppointmentId,
  title: z.string(),
  description: z.string().nullable(),
  startTime: instant,
  endTime: instant,
  /** `Virtual Meeting`, or where to meet; null is the firm's office. */
  location: z.string().nullable(),
  meetingLink: z.string().nullable(),
  status: AppointmentStatus,
  client: Party,
  /** Of the firm. */
  with: Party,
  cancelledBy: z.enum(['client', 'firm']).nullable(),
  /** Rises with every change, as calendars count it (RFC 5545 §3.8.7.4). */
  sequence: z.number().int(),
  createdAt: instant,
})
export type Appointment = z.infer<typeof Appointment>

/** Where a virtual appointment takes place. */
export const virtualLocation = 'Virtual Meeting'

const asked = {
  title: line(120, 'Title is required'),
  description: prose(2000).nullish(),
  startTime: instant,
  endTime: instant,
  location: line(200).nullish(),
  meetingLink: MeetingLink.nullish(),
  withId: UserId.optional(),
}
type Times = Pick<Appointment, 'startTime' | 'endTime'>
// A rule of the whole is asked even where one of its times could not be read: that is told at its own field.
const isRight = (rule: (minutes: number) => boolean) => (times: unknown) => {
  const { startTime, endTime } = times as Times
  return (
    !(startTime instanceof Date && endTime instanceof Date) || rule(minutesBetween({ startTime, endTime }))
  )
}
const isLongEnough = isRight((minutes) => minutes >= leastMinutes)
const isOffered = isRight((minutes) => durations.some((length) => length === minutes))
const tooShort = { message: 'Minimum duration is 15 minutes', path: ['endTime'] }
const notOffered = {
  message: 'Please choose a duration of 15, 30, 45, 60, 90 or 120 minutes',
  path: ['endTime'],
}

export const bookingOf = <S extends z.core.$ZodLooseShape>(also: S) =>
  z
    .strictObject({ ...asked, ...also })
    .refine(isLongEnough, tooShort)
    .refine(isOffered, notOffered)

/** A day of a calendar that people use: what is long gone or far ahead is a slip of the keyboard. */
export const day = isoDay.refine((text) => '2000' <= text && text < '2200', 'Please select a date')

/** The times that somebody can be met: at most six weeks at once. */
export const SlotsAsked = z.strictObject({
  withId: UserId.optional(),
  from: day,
  to: day.optional(),
  duration: z.coerce.number().int().min(leastMinutes, tooShort.message).max(120).optional(),
  /** The appointment that is being moved: its own time counts as free. */
  moving: AppointmentId.optional(),
})
export const mostSlotDays = 42

export const DayOffers = z.strictObject({
  day,
  /** When an appointment may begin, first to last. */
  times: z.array(instant),
  /** Why there are none, or what is to be known of the day. */
  note: z.string().nullable(),
})
export type DayOffers = z.infer<typeof DayOffers>

const one = z.strictObject({ id: AppointmentId })

export const appointments = {
  list: list('/api/appointments', {
    item: Appointment,
    audience: 'client',
    summary: "The client's appointments, the newest first",
  }),
  people: read('/api/appointments/people', {
    output: z.array(Party),
    audience: 'client',
    summary: 'Who at the firm the client can meet; the person responsible for them comes first',
  }),
  slots: read('/api/appointments/slots', {
    input: SlotsAsked,
    output: z.array(DayOffers),
    audience: 'client',
    summary: 'When someone at the firm can be met, day by day',
  }),
  book: create('/api/appointments', {
    input: bookingOf({}),
    output: Appointment,
    audience: 'client',
    summary: 'Books an appointment at an offered time',
  }),
  change: replace('/api/appointments/:id', {
    /** `sequence`, where it is sent, must be the one that was seen: else somebody changed it meanwhile. */
    input: bookingOf({ id: AppointmentId, sequence: z.number().int().optional() }),
    output: Appointment,
    audience: 'member',
    action: 'appointments.run',
    summary: 'Moves or changes an appointment that has not begun',
  }),
  cancel: command('/api/appointments/:id/cancel', {
    input: one,
    output: Appointment,
    audience: 'member',
    action: 'appointments.run',
    summary: 'Cancels a scheduled appointment',
  }),
  calendarFile: file('/api/appointments/:id/calendar', {
    input: one,
    audience: 'member',
    action: 'appointments.read',
    summary: 'The appointment as an iCalendar file (RFC 5545)',
  }),
}
