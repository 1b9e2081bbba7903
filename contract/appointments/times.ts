import { z } from 'zod'

/** Part 2 section 9: when appointments begin, in minutes of the firm's day, and how long they are. */
export const firstStart = 9 * 60
export const lastStart = 17 * 60
export const stepMinutes = 30
export const durations = [15, 30, 45, 60, 90, 120] as const
export const defaultDuration = 30
export const leastMinutes = 15
/** The list of what is over shows so many. */
export const pastLimit = 4
/** Further ahead nobody's diary says anything. */
export const bookableDays = 730

const minute = 60_000
const day = 24 * 60 * minute

/** A completed one is a scheduled one that has ended: nobody has to say so. */
export const AppointmentStatus = z.enum(['scheduled', 'completed', 'cancelled'])
export type AppointmentStatus = z.infer<typeof AppointmentStatus>

interface Times {
  startTime: Date
  endTime: Date
}

export const minutesBetween = ({ startTime, endTime }: Times) =>
  (endTime.getTime() - startTime.getTime()) / minute

/** What an appointment is at this time; `kept` is what was written down. */
export const statusAt = (
  { kept, endTime }: { kept: 'scheduled' | 'cancelled'; endTime: Date },
  now: Date,
): AppointmentStatus => (kept === 'scheduled' && endTime <= now ? 'completed' : kept)

interface Standing extends Times {
  status: AppointmentStatus
}

const hasEnded = ({ endTime }: Standing, now: Date) => endTime <= now

/** Only what is still to come can be moved: what has begun is what happened. */
export const canChange = ({ status, startTime }: Standing, now: Date) =>
  status === 'scheduled' && startTime > now

export const canCancel = (appointment: Standing, now: Date) =>
  appointment.status === 'scheduled' && !hasEnded(appointment, now)

/** So late a change is hard on the other side: it is said, and never refused. */
export const isShortNotice = ({ startTime }: Pick<Standing, 'startTime'>, now: Date) =>
  startTime.getTime() - now.getTime() < day

const isUpcoming = (appointment: Standing, now: Date) =>
  appointment.status !== 'cancelled' && !hasEnded(appointment, now)

const isPast = (appointment: Standing, now: Date) =>
  appointment.status !== 'cancelled' && hasEnded(appointment, now)

/** Not cancelled and not ended, the next one first. */
export const upcomingOf = <A extends Standing>(all: readonly A[], now: Date) =>
  all
    .filter((appointment) => isUpcoming(appointment, now))
    .sort((a, b) => a.startTime.getTime() - b.startTime.getTime())

/** The last four that have ended and were not cancelled, the newest first. */
export const pastOf = <A extends Standing>(all: readonly A[], now: Date) =>
  all
    .filter((appointment) => isPast(appointment, now))
    .sort((a, b) => b.startTime.getTime() - a.startTime.getTime())
    .slice(0, pastLimit)
