import { z } from 'zod'

/** Part 2 section 9: when appointments may start, in minutes of the firm's day, and how long they last. */
export const firstStart = 9 * 60
export const lastStart = 17 * 60
export const stepMinutes = 30
export const durations = [15, 30, 45, 60, 90, 120] as const
export const defaultDuration = 30
export const leastMinutes = 15
/** The most past appointments that the list shows. */
export const pastLimit = 4
/** How far ahead appointments can be booked, in days. */
export const bookableDays = 730

const minute = 60_000
const day = 24 * 60 * minute

/** A scheduled appointment becomes `completed` when it ends, without anyone marking it. */
export const AppointmentStatus = z.enum(['scheduled', 'completed', 'cancelled'])
export type AppointmentStatus = z.infer<typeof AppointmentStatus>

interface Times {
  startTime: Date
  endTime: Date
}

export const minutesBetween = ({ startTime, endTime }: Times) =>
  (endTime.getTime() - startTime.getTime()) / minute

/** Returns the status at a point in time. `kept` is the stored status. */
export const statusAt = (
  { kept, endTime }: { kept: 'scheduled' | 'cancelled'; endTime: Date },
  now: Date,
): AppointmentStatus => (kept === 'scheduled' && endTime <= now ? 'completed' : kept)

interface Standing extends Times {
  status: AppointmentStatus
}

const hasEnded = ({ endTime }: Standing, now: Date) => endTime <= now

/** Whether an appointment can be changed: one that has started can't. */
export const canChange = ({ status, startTime }: Standing, now: Date) =>
  status === 'scheduled' && startTime > now

export const canCancel = (appointment: Standing, now: Date) =>
  appointment.status === 'scheduled' && !hasEnded(appointment, now)

/** Whether it is too late for a considerate change. The page says so, but the change is not refused. */
export const isShortNotice = ({ startTime }: Pick<Standing, 'startTime'>, now: Date) =>
  startTime.getTime() - now.getTime() < day

const isUpcoming = (appointment: Standing, now: Date) =>
  appointment.status !== 'cancelled' && !hasEnded(appointment, now)

const isPast = (appointment: Standing, now: Date) =>
  appointment.status !== 'cancelled' && hasEnded(appointment, now)

/** Returns the appointments that are not cancelled and have not ended, the next one first. */
export const upcomingOf = <A extends Standing>(all: readonly A[], now: Date) =>
  all
    .filter((appointment) => isUpcoming(appointment, now))
    .sort((a, b) => a.startTime.getTime() - b.startTime.getTime())

/** Returns the last four that have ended and were not cancelled, newest first. */
export const pastOf = <A extends Standing>(all: readonly A[], now: Date) =>
  all
    .filter((appointment) => isPast(appointment, now))
    .sort((a, b) => b.startTime.getTime() - a.startTime.getTime())
    .slice(0, pastLimit)
