import type { UserId } from '#contract/accounts/accounts.ts'
import type { AppointmentId } from '#contract/appointments/appointments.ts'
import { minutesBetween } from '#contract/appointments/times.ts'
import { Problem, type ProblemCode } from '#contract/kit/problem.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { clockText, clockWords, dayIn, dayWords } from '#server/platform/time/zone.ts'
import type { AppointmentRow } from '../store.ts'
import * as store from '../store.ts'
import { resolveAttendee, type Sides } from './choose-attendee.ts'
import { type OpenDiary, openDiary, slotsOn } from './find-slots.ts'
import { notifyBoth, notifyOfCancellation } from './notifications.ts'

interface Wanted extends Sides {
  startTime: Date
  endTime: Date
  /** The appointment itself, if it is being moved. */
  except: AppointmentId | null
}

/**
 * Throws if a time is not available: 422 if it is never offered, 409 if somebody else has booked it. The caller has
 * locked both diaries, so a free time stays free.
 */
export async function expectFree(ctx: Ctx, wanted: Wanted) {
  const { startTime } = wanted
  if (startTime <= ctx.now) throw refusal('in_the_past', 'Please choose a time in the future.')
  const { timeZone } = await findFirm(ctx.db)
  const day = dayIn(timeZone, startTime)
  const diary = await openDiary(ctx, { ...wanted, from: day, to: day })
  const slotsIn = (of: OpenDiary) => slotsOn(of, day, minutesBetween(wanted))
  const hasStart = (times: readonly Date[]) => times.some((time) => time.getTime() === startTime.getTime())

  const { times } = slotsIn(diary)
  if (hasStart(times)) return
  const unbooked = slotsIn({ ...diary, busy: [] })
  if (hasStart(unbooked.times)) throw taken(instead(diary.zone, times))
  const why = unbooked.times.length === 0 && unbooked.note !== null ? `: ${unbooked.note.toLowerCase()}` : ''
  const cannot = `${clockWords(diary.zone, startTime)} on ${dayWords(diary.zone, startTime)} can't be booked${why}.`
  throw refusal('not_offered', `${cannot} ${instead(diary.zone, times)}`)
}

/** Also used when the exclusion constraint of the database is the first to notice. */
export const taken = (advice = 'Please choose another time.') =>
  refusal('slot_taken', `This time has just been taken. ${advice}`)

const codes: Record<string, ProblemCode> = { slot_taken: 'conflict' }

const refusal = (reason: string, message: string) =>
  new Problem(codes[reason] ?? 'unprocessable', message, { reason, fields: { startTime: message } })

const mostTimes = 4
const instead = (zone: string, times: readonly Date[]) => {
  if (times.length === 0) return 'Nothing else is free that day: please choose another day.'
  const shown = times.slice(0, mostTimes).map((time) => clockText(zone, time))
  return `Still free that day: ${shown.join(', ')}${times.length > mostTimes ? ' and later' : ''}.`
}

/** Lists what these clients have booked with one person, and whether another person is free at those times. */
export async function listComing(
  ctx: Ctx,
  { clients, fromId, toId }: { clients: readonly UserId[]; fromId: UserId; toId: UserId | undefined },
) {
  const coming = await store.listComing(ctx.db, { clients, withId: fromId, now: ctx.now })
  const found: { row: AppointmentRow; isFree: boolean }[] = []
  for (const row of coming) {
    const isFree = toId === undefined || (await canMeet(ctx, { ...row, withId: toId, except: row.id }))
    found.push({ row, isFree })
  }
  return found
}

/** Hands the appointments over for which the other person is free. Each keeps its time. Returns all of them. */
export async function handOverAppointments(
  ctx: Ctx,
  { clients, fromId, toId }: { clients: readonly UserId[]; fromId: UserId; toId: UserId },
) {
  // Locks the appointments before the diaries, in the same order as a move. What is booked before the diaries are
  // locked is still listed below.
  await store.claimComing(ctx.db, { withId: fromId, now: ctx.now, clients })
  await store.claimDiaries(ctx.db, [fromId, toId, ...clients])
  const coming = await listComing(ctx, { clients, fromId, toId })
  for (const { row, isFree } of coming) {
    if (!isFree) continue
    const sequence = row.sequence + 1
    const moved = await store.update(ctx.db, row.id, { withId: toId, sequence, changedAt: ctx.now })
    await audit(ctx, 'appointment.changed', {
      subjectId: row.clientId,
      details: { appointmentId: row.id, withId: toId, startTime: row.startTime.toISOString() },
    })
    await notifyOfCancellation(ctx, { ...row, status: 'cancelled', sequence, changedAt: ctx.now }, 'person')
    await notifyBoth(ctx, moved, 'changed')
  }
  return coming
}

/**
 * Handles the future appointments of a person who leaves: the client's new responsible person takes them over if free,
 * and the others are cancelled.
 */
export async function handOnAppointments(ctx: Ctx, { personId }: { personId: UserId }) {
  const coming = await store.claimComing(ctx.db, { withId: personId, now: ctx.now })
  const successors = await Promise.all(coming.map(({ clientId }) => resolveAttendee(ctx, clientId)))
  await store.claimDiaries(ctx.db, [personId, ...successors, ...coming.map(({ clientId }) => clientId)])
  for (const row of coming) await handOn(ctx, row)
}

async function handOn(ctx: Ctx, before: AppointmentRow) {
  const withId = await resolveAttendee(ctx, before.clientId)
  const isFree = await canMeet(ctx, { ...before, withId, except: before.id })
  const row = await store.update(ctx.db, before.id, {
    ...(isFree
      ? { withId }
      : {
          status: 'cancelled' as const,
          cancelledBy: 'firm' as const,
          dayReminderAt: null,
          hourReminderAt: null,
        }),
    sequence: before.sequence + 1,
    changedAt: ctx.now,
  })
  await audit(ctx, isFree ? 'appointment.changed' : 'appointment.cancelled', {
    subjectId: row.clientId,
    details: { appointmentId: row.id, withId: row.withId, startTime: row.startTime.toISOString() },
  })
  await notifyBoth(ctx, row, isFree ? 'changed' : 'cancelled')
}

const canMeet = async (ctx: Ctx, wanted: Parameters<typeof expectFree>[1]) => {
  try {
    await expectFree(ctx, wanted)
    return true
  } catch (refusal) {
    if (refusal instanceof Problem) return false
    throw refusal
  }
}
