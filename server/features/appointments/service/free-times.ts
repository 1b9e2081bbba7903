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
import { type OpenDiary, offersOn, openDiary, type Sides, whomToMeet } from './diary.ts'
import { tellBoth, tellOne } from './notifications.ts'

interface Wanted extends Sides {
  startTime: Date
  endTime: Date
  /** The appointment itself, when it is moved. */
  except: AppointmentId | null
}

/**
 * Refuses a time that cannot be had: 422 where it is never offered, 409 where somebody was first. Whoever asks
 * has claimed both diaries, so what is free stays free.
 */
export async function expectFree(ctx: Ctx, wanted: Wanted) {
  const { startTime } = wanted
  if (startTime <= ctx.now) throw refusal('in_the_past', 'Please choose a time in the future.')
  const { timeZone } = await findFirm(ctx.db)
  const day = dayIn(timeZone, startTime)
  const diary = await openDiary(ctx, { ...wanted, from: day, to: day })
  const offersIn = (of: OpenDiary) => offersOn(of, day, minutesBetween(wanted))
  const isAmong = (times: readonly Date[]) => times.some((time) => time.getTime() === startTime.getTime())

  const { times } = offersIn(diary)
  if (isAmong(times)) return
  const unbooked = offersIn({ ...diary, busy: [] })
  if (isAmong(unbooked.times)) throw taken(instead(diary.zone, times))
  const why = unbooked.times.length === 0 && unbooked.note !== null ? `: ${unbooked.note.toLowerCase()}` : ''
  const cannot = `${clockWords(diary.zone, startTime)} on ${dayWords(diary.zone, startTime)} can't be booked${why}.`
  throw refusal('not_offered', `${cannot} ${instead(diary.zone, times)}`)
}

/** Also what the database says when it is the last to notice. */
export const taken = (offers = 'Please choose another time.') =>
  refusal('slot_taken', `This time has just been taken. ${offers}`)

const codes: Record<string, ProblemCode> = { slot_taken: 'conflict' }

const refusal = (reason: string, message: string) =>
  new Problem(codes[reason] ?? 'unprocessable', message, { reason, fields: { startTime: message } })

const mostOffers = 4
const instead = (zone: string, times: readonly Date[]) => {
  if (times.length === 0) return 'Nothing else is free that day: please choose another day.'
  const shown = times.slice(0, mostOffers).map((time) => clockText(zone, time))
  return `Still free that day: ${shown.join(', ')}${times.length > mostOffers ? ' and later' : ''}.`
}

/** What these clients have booked with somebody, and whether another person is free at those times. */
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

/** The same, and those for which the other person is free are theirs from then on. Each keeps its time. */
export async function handOverAppointments(
  ctx: Ctx,
  { clients, fromId, toId }: { clients: readonly UserId[]; fromId: UserId; toId: UserId },
) {
  // The appointments first, as when one is moved; what was booked until the diaries are taken is among those listed.
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
    await tellOne(ctx, { ...row, status: 'cancelled', sequence, changedAt: ctx.now }, 'person')
    await tellBoth(ctx, moved, 'changed')
  }
  return coming
}

/** What somebody who leaves had to come is met by whoever answers for the client now, or else is cancelled. */
export async function handOnAppointments(ctx: Ctx, { personId }: { personId: UserId }) {
  const coming = await store.claimComing(ctx.db, { withId: personId, now: ctx.now })
  const successors = await Promise.all(coming.map(({ clientId }) => whomToMeet(ctx, clientId)))
  await store.claimDiaries(ctx.db, [personId, ...successors, ...coming.map(({ clientId }) => clientId)])
  for (const row of coming) await handOn(ctx, row)
}

async function handOn(ctx: Ctx, before: AppointmentRow) {
  const withId = await whomToMeet(ctx, before.clientId)
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
  await tellBoth(ctx, row, isFree ? 'changed' : 'cancelled')
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
