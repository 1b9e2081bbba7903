import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import {
  atMost,
  command,
  create,
  enteredInstant,
  file,
  id,
  instant,
  day as isoDay,
  line,
  list,
  newInOutput,
  prose,
  read,
  replace,
} from '../kit/endpoint.ts'
import { AppointmentStatus, durations, leastMinutes, minutesBetween } from './times.ts'

const linkWords = {
  unreadable: 'Please enter a valid link, such as https://meet.example.com/your-room',
  notSecure: 'Please enter a link that starts with https://',
  notPublic: "Please enter a link to a meeting service: this address can't be opened by everyone.",
}

interface LinkFault {
  /** `invalid` breaks the rule of the field. `unprocessable` is well formed, but no meeting can be at that address. */
  code: 'invalid' | 'unprocessable'
  message: string
}

const scheme = /^([a-z][a-z0-9+.-]*):/i
/** Schemes that reach a machine's own files and services (OWASP, server-side request forgery). */
const machineSchemes = new Set(['file', 'gopher', 'ftp', 'dict', 'ldap', 'tftp'])
const authority = /^https:\/\/([^/?#\\]*)([^\s<>"\\^`{|}]*)$/i
// A host name ends in letters, so a number in any base or [::1] does not match (RFC 3696 §2).
const publicHost = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?\.?(?::\d{1,5})?$/i
const ownHost = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|test|invalid)\.?(?::\d+)?$/i

/** Returns what is wrong with a meeting link, or null if people may follow it. The portal itself never fetches it. */
export const linkFault = (link: string): LinkFault | null => {
  const [, name] = scheme.exec(link) ?? []
  if (name === undefined) return { code: 'invalid', message: linkWords.unreadable }
  if (machineSchemes.has(name.toLowerCase())) return { code: 'unprocessable', message: linkWords.notSecure }
  if (name.toLowerCase() !== 'https') return { code: 'invalid', message: linkWords.notSecure }
  const [, host] = authority.exec(link) ?? []
  if (host === undefined || host === '') return { code: 'invalid', message: linkWords.unreadable }
  const isPublic = publicHost.test(host) && !ownHost.test(host)
  return isPublic ? null : { code: 'unprocessable', message: linkWords.notPublic }
}

/**
 * A meeting link as submitted, empty for none. The service refuses `unprocessable` links, which this schema accepts.
 */
export const MeetingLink = z
  .string()
  .trim()
  .max(2000, atMost('Please use at most 2000 characters'))
  .superRefine((link, { addIssue }) => {
    const fault = link === '' ? null : linkFault(link)
    if (fault?.code === 'invalid') addIssue({ code: 'custom', message: fault.message })
  })

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
  /** `Virtual Meeting`, or the place to meet. Null means the firm's office. */
  location: z.string().nullable(),
  meetingLink: z.string().nullable(),
  status: AppointmentStatus,
  client: Party,
  /** The person of the firm. */
  with: Party,
  /** The person of the firm is due to be away then, so nobody will hold it unless someone else takes it over. */
  isAway: newInOutput(z.boolean(), false),
  cancelledBy: z.enum(['client', 'firm']).nullable(),
  /** Increases with every change, as in calendars (RFC 5545 §3.8.7.4). */
  sequence: z.number().int(),
  createdAt: instant,
})
export type Appointment = z.infer<typeof Appointment>

/** A future appointment on days on which the person of the firm is away. */
export const BookedWhileAway = z.strictObject({ id: AppointmentId, startTime: instant, client: z.string() })
export type BookedWhileAway = z.infer<typeof BookedWhileAway>

/** The location of a virtual appointment. */
export const virtualLocation = 'Virtual Meeting'

const bookingFields = {
  title: line(120, 'Title is required'),
  description: prose(2000).nullish(),
  startTime: enteredInstant,
  endTime: enteredInstant,
  location: line(200).nullish(),
  meetingLink: MeetingLink.nullish(),
  withId: UserId.optional(),
}
type Times = Pick<Appointment, 'startTime' | 'endTime'>
// This rule runs even if one of the times could not be read. That error is reported at its own field.
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
    .strictObject({ ...bookingFields, ...also })
    .refine(isLongEnough, tooShort)
    .refine(isOffered, notOffered)

/** A calendar day within a plausible range: one long past or far ahead is a typing error. */
export const day = isoDay.refine((text) => '2000' <= text && text < '2200', 'Please select a date')

/** The request for the times at which somebody can be met, six weeks at most. */
export const SlotsInput = z.strictObject({
  withId: UserId.optional(),
  from: day,
  to: day.optional(),
  duration: z.coerce.number().int().min(leastMinutes, tooShort.message).max(120).optional(),
  /** The appointment being moved, whose own time counts as free. */
  moving: AppointmentId.optional(),
})
export const mostSlotDays = 42

export const DaySlots = z.strictObject({
  day,
  /** The possible start times, in order. */
  times: z.array(instant),
  /** Why there are no times, or what to know about the day. */
  note: z.string().nullable(),
})
export type DaySlots = z.infer<typeof DaySlots>

const byId = z.strictObject({ id: AppointmentId })

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
    input: SlotsInput,
    output: z.array(DaySlots),
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
    /** If `sequence` is sent, it must be the current one. Otherwise somebody else has changed the appointment since. */
    input: bookingOf({ id: AppointmentId, sequence: z.number().int().optional() }),
    output: Appointment,
    audience: 'member',
    action: 'appointments.run',
    summary: 'Moves or changes an appointment that has not begun',
  }),
  cancel: command('/api/appointments/:id/cancel', {
    input: byId,
    output: Appointment,
    audience: 'member',
    action: 'appointments.run',
    summary: 'Cancels a scheduled appointment',
  }),
  calendarFile: file('/api/appointments/:id/calendar', {
    input: byId,
    audience: 'member',
    action: 'appointments.read',
    summary: 'The appointment as an iCalendar file (RFC 5545)',
  }),
}
