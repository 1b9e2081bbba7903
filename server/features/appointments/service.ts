import type { UserId } from '#contract/accounts/accounts.ts'
import { type AppointmentId, type appointments, linkFault } from '#contract/appointments/appointments.ts'
import type { firmAppointments } from '#contract/appointments/diary.ts'
import { canCancel, canChange } from '#contract/appointments/times.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { reopenAppointment, settleAppointment } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, Member, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { type Db, sqlState } from '#server/platform/db/database.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import { remindersOf } from './jobs.ts'
import {
  resolveAttendee,
  type Sides,
  stillMeets,
  visibleTo,
  whomFirmMeets,
} from './service/choose-attendee.ts'
import { purposeOf } from './service/choose-purpose.ts'
import { expectFree, slotTaken } from './service/find-slots.ts'
import { invalidateAppointment, notifyBoth, notifyOfCancellation } from './service/notifications.ts'
import { shownOne } from './service/show-appointments.ts'
import type { AppointmentRow } from './store.ts'
import * as store from './store.ts'

const appointmentRate: Limit = { name: 'appointment', points: 60, duration: 600 }

type BookInput = Input<typeof appointments.book>
type FirmBookInput = Input<typeof firmAppointments.book>
type ChangeInput = Input<typeof appointments.change>

/** Lists a client's appointments, the most recently created first. */
export const listAppointments = (db: Db, clientId: UserId) => store.listOf(db, clientId)

export const book = (ctx: MultiStepCtx<Client>, input: BookInput) =>
  inTurn(ctx, async (step) => {
    const clientId = step.actor.id
    return insert(step, { clientId, withId: await resolveAttendee(step, clientId, input.withId) }, input)
  })

export const bookForClient = (ctx: MultiStepCtx<Staff>, { clientId, ...booking }: FirmBookInput) =>
  inTurn(ctx, async (step) =>
    insert(step, { clientId, withId: await whomFirmMeets(step, clientId, booking.withId) }, booking),
  )

export const change = (ctx: MultiStepCtx<Member>, input: ChangeInput) =>
  inTurn(ctx, (step) => move(step, input))

/** Counts the request before the transaction, because inside it nothing may wait for another connection. */
async function inTurn<A extends Member, T>(ctx: MultiStepCtx<A>, step: (ctx: Ctx<A>) => Promise<T>) {
  await ctx.ports.limits.count(appointmentRate, ctx.actor.id)
  return ctx.transaction(step).catch((error: unknown) => {
    throw sqlState(error) === exclusionViolation ? slotTaken() : error
  })
}
const exclusionViolation = '23P01'

async function insert(ctx: Ctx<Member>, sides: Sides, input: BookInput & Pick<FirmBookInput, 'taskId'>) {
  const said = wordsOf(input)
  await store.claimDiaries(ctx.db, [sides.clientId, sides.withId])
  await expectFree(ctx, { ...sides, ...timesOf(input), except: null })
  const taskId = await purposeOf(ctx, sides, input.taskId)
  if (taskId !== null) await settleAppointment(ctx, sides.clientId, taskId)
  const row = await store.insert(ctx.db, {
    ...sides,
    taskId,
    ...said,
    ...timesOf(input),
    ...remindersOf(input.startTime, ctx.now),
    id: newId<AppointmentId>(),
    status: 'scheduled',
    createdAt: ctx.now,
    changedAt: ctx.now,
  })
  await trace(ctx, 'appointment.booked', row)
  await notifyBoth(ctx, row, 'booked')
  return shownOne(ctx, row)
}

async function move(ctx: Ctx<Member>, { id, sequence, ...wanted }: ChangeInput) {
  const said = wordsOf(wanted)
  const before = await store.claimVisible(ctx.db, visibleTo(ctx), id)
  if (!canChange(before, ctx.now)) throw tooLate(before)
  if (sequence !== undefined && sequence !== before.sequence) throw changedMeanwhile
  const withId = await whoMeetsNow(ctx, before, wanted)
  const isMoved = isOtherTime(before, wanted) || withId !== before.withId
  if (isMoved) {
    await store.claimDiaries(ctx.db, [before.clientId, before.withId, withId])
    await expectFree(ctx, { clientId: before.clientId, withId, ...timesOf(wanted), except: id })
  }
  const row = await store.update(ctx.db, id, {
    ...said,
    ...timesOf(wanted),
    ...(isMoved && remindersOf(wanted.startTime, ctx.now)),
    withId,
    sequence: before.sequence + 1,
    changedAt: ctx.now,
  })
  await trace(ctx, 'appointment.changed', row)
  // For the person who no longer meets the client, it is cancelled.
  if (withId !== before.withId)
    await notifyOfCancellation(
      ctx,
      { ...before, status: 'cancelled', sequence: row.sequence, changedAt: ctx.now },
      'person',
    )
  await notifyBoth(ctx, row, isOtherTime(before, wanted) ? 'moved' : 'changed')
  return shownOne(ctx, row)
}

export async function cancel(ctx: Ctx<Member>, { id }: { id: AppointmentId }) {
  const before = await store.claimVisible(ctx.db, visibleTo(ctx), id)
  if (!canCancel(before, ctx.now)) throw tooLate(before)
  if (before.taskId !== null) await reopenAppointment(ctx, before.clientId, before.taskId)
  const row = await store.update(ctx.db, id, {
    status: 'cancelled',
    cancelledBy: ctx.actor.role === 'client' ? 'client' : 'firm',
    dayReminderAt: null,
    hourReminderAt: null,
    sequence: before.sequence + 1,
    changedAt: ctx.now,
  })
  await trace(ctx, 'appointment.cancelled', row)
  await notifyBoth(ctx, row, 'cancelled')
  return shownOne(ctx, row)
}

interface Former extends Sides {
  title: string
  description: string | null
  location: string
  startTime: Date
  /** The length of the appointment in minutes. */
  minutes: number
}

/** For the demo: adds a past appointment that was not booked in this run. */
export const addAppointment = (db: Db, { minutes: length, ...former }: Former) =>
  store.insert(db, {
    ...former,
    endTime: after(former.startTime, minutes(length)),
    id: newId<AppointmentId>(),
    status: 'scheduled',
    createdAt: former.startTime,
    changedAt: former.startTime,
  })

export async function eraseAppointments(ctx: Ctx, { clientId }: { clientId: UserId }) {
  const met = await store.removeAllOf(ctx.db, clientId)
  for (const withId of new Set([clientId, ...met]))
    await invalidateAppointment(ctx, { clientId, withId, taskId: null })
}

/**
 * Returns who meets the client after a change. It is the same person, but at another time only if they still work with
 * the client.
 */
const whoMeetsNow = async (
  ctx: Ctx<Member>,
  before: AppointmentRow,
  { withId: wantedId, ...times }: Omit<BookInput, 'title'>,
) => {
  const { clientId, withId } = before
  const isKept = wantedId === undefined || wantedId === withId
  if (isKept && (!isOtherTime(before, times) || (await stillMeets(ctx, before)))) return withId
  return ctx.actor.role === 'client' || isKept
    ? resolveAttendee(ctx, clientId, wantedId)
    : whomFirmMeets(ctx, clientId, wantedId)
}

/** Returns the text fields of an appointment. Throws if the meeting link cannot lead to a meeting. */
const wordsOf = ({ title, description, location, meetingLink }: BookInput) => {
  const fault = meetingLink ? linkFault(meetingLink) : null
  if (fault) throw new Problem(fault.code, fault.message, { fields: { meetingLink: fault.message } })
  return {
    title,
    description: description || null,
    location: location || null,
    meetingLink: meetingLink || null,
  }
}

const timesOf = ({ startTime, endTime }: Pick<BookInput, 'startTime' | 'endTime'>) => ({ startTime, endTime })

const isOtherTime = (
  before: AppointmentRow,
  { startTime, endTime }: Pick<BookInput, 'startTime' | 'endTime'>,
) => before.startTime.getTime() !== startTime.getTime() || before.endTime.getTime() !== endTime.getTime()

const tooLate = ({ status }: Pick<AppointmentRow, 'status'>) =>
  status === 'cancelled'
    ? new Problem('conflict', 'This appointment has already been cancelled.', { reason: 'cancelled' })
    : new Problem('conflict', 'This appointment has started and can no longer be changed.', {
        reason: 'begun',
      })

const changedMeanwhile = new Problem(
  'conflict',
  'This appointment has been changed in the meantime. Please check it again before you change it.',
  { reason: 'changed_meanwhile' },
)

const trace = (
  ctx: Ctx,
  event: 'appointment.booked' | 'appointment.changed' | 'appointment.cancelled',
  row: AppointmentRow,
) =>
  audit(ctx, event, {
    subjectId: row.clientId,
    details: { appointmentId: row.id, withId: row.withId, startTime: row.startTime.toISOString() },
  })

export { readerOf } from './service/choose-attendee.ts'
export {
  claimOfLeaver,
  handOverAppointments,
  handOverClaimed,
  listComing,
} from './service/hand-over-appointments.ts'
export { appointmentsOpenTo, invalidateBooked, listBookedWhileAway } from './service/show-appointments.ts'
