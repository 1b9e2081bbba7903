import type { UserId } from '#contract/accounts/accounts.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { AppointmentRow } from '../store.ts'
import * as store from '../store.ts'
import { resolveAttendee } from './choose-attendee.ts'
import { canMeet } from './find-slots.ts'
import { notifyBoth, notifyOfCancellation } from './notifications.ts'

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
 * Hands the future appointments of a person who leaves to each client's new responsible person. Cancels those for which
 * that person is not free.
 */
export async function handOverOfLeaver(ctx: Ctx, { personId }: { personId: UserId }) {
  const coming = await store.claimComing(ctx.db, { withId: personId, now: ctx.now })
  const successors = await Promise.all(coming.map(({ clientId }) => resolveAttendee(ctx, clientId)))
  await store.claimDiaries(ctx.db, [personId, ...successors, ...coming.map(({ clientId }) => clientId)])
  for (const row of coming) await handOverOrCancel(ctx, row)
}

async function handOverOrCancel(ctx: Ctx, before: AppointmentRow) {
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
