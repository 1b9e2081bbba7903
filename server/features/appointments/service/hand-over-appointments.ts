import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import {
  listAdministrators,
  listNamedOn,
  listRecipients,
  listTeam,
  listUnrestricted,
  restrictedBesides,
} from '#server/features/accounts/service.ts'
import { findMatterOfTask, selectTasksOf } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { AppointmentRow } from '../store.ts'
import * as store from '../store.ts'
import { resolveAttendee } from './choose-attendee.ts'
import { canMeet } from './find-slots.ts'
import { notifyBoth, notifyOfCancellation } from './notifications.ts'

interface HandedMatter {
  matter: { id: MatterId; isRestricted: boolean }
  clients: readonly UserId[]
  fromId: UserId
}

/**
 * Returns what these clients have booked with the person who hands over the matter: for a restricted one, only for its
 * own tasks, and never for those of another that is restricted.
 */
const goingAlong = ({ db, now }: Ctx, { matter, clients, fromId: withId }: HandedMatter) => ({
  clients,
  withId,
  now,
  ...(matter.isRestricted
    ? { tasks: selectTasksOf(db, [matter.id]) }
    : { hidden: selectTasksOf(db, restrictedBesides(db, [matter.id])) }),
})

/** Lists the appointments that go along with a matter, and whether the other person is free at those times. */
export async function listComing(ctx: Ctx, { toId, ...handed }: HandedMatter & { toId: UserId | undefined }) {
  const coming = await store.listComing(ctx.db, goingAlong(ctx, handed))
  const found: { row: AppointmentRow; isFree: boolean }[] = []
  for (const row of coming) {
    const isFree = toId === undefined || (await canMeet(ctx, { ...row, withId: toId, except: row.id }))
    found.push({ row, isFree })
  }
  return found
}

/**
 * Locks what goes along with a matter and hands it over. Locks the appointments before the diaries, in the same order as
 * a move. What is booked before the diaries are locked is handed over too.
 */
export async function handOverAppointments(ctx: Ctx, handed: HandedMatter & { toId: UserId }) {
  const { clients, fromId, toId } = handed
  await store.claimComing(ctx.db, goingAlong(ctx, handed))
  await store.claimDiaries(ctx.db, [fromId, toId, ...clients])
  return handOverClaimed(ctx, handed)
}

/**
 * Locks everything that is booked with somebody who leaves, and then the diaries of all whom that concerns, in the same
 * order as a move. It is all locked before the first matter is handed over: with the diaries of one matter locked, the
 * appointments of the next would be locked in the opposite order.
 */
export async function claimOfLeaver(
  ctx: Ctx,
  { personId, successorId }: { personId: UserId; successorId: UserId },
) {
  const coming = await store.claimComing(ctx.db, { withId: personId, now: ctx.now })
  const others = await Promise.all(coming.map((row) => listPossibleSuccessors(ctx, row)))
  const clients = coming.map(({ clientId }) => clientId)
  await store.claimDiaries(ctx.db, [personId, successorId, ...clients, ...others.flat()])
}

/** Lists who can be responsible for a client, or take over a restricted matter, once somebody has left. */
async function listPossibleSuccessors({ db }: Ctx, { clientId, withId, taskId }: AppointmentRow) {
  const named = await listNamedOn(db, await findMatterOfTask(db, taskId))
  if (named) return [...named, ...(await listUnrestricted(db))]
  const team = (await listTeam(db, clientId)).map(({ id }) => id).filter((id) => id !== withId)
  return team.length > 0 ? team : listAdministrators(db)
}

/** Hands the appointments over for which the other person is free. Each keeps its time. Returns all of them. */
export async function handOverClaimed(ctx: Ctx, handed: HandedMatter & { toId: UserId }) {
  const { toId } = handed
  const coming = await listComing(ctx, handed)
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
 * Hands the future appointments of a person who leaves to each client's new responsible person, those for a restricted
 * matter to somebody else named on it. Cancels those for which nobody is free.
 */
export async function handOverOfLeaver(ctx: Ctx, { personId }: { personId: UserId }) {
  const coming = await store.claimComing(ctx.db, { withId: personId, now: ctx.now })
  const successors = await Promise.all(coming.map((row) => successorIn(ctx, row)))
  await store.claimDiaries(ctx.db, [
    personId,
    ...successors.filter((id) => id !== null),
    ...coming.map(({ clientId }) => clientId),
  ])
  for (const row of coming) await handOverOrCancel(ctx, row)
}

/** Returns who takes an appointment over. Null if nobody else may know of the restricted matter that it is for. */
async function successorIn({ db }: Ctx, { clientId, withId, taskId }: AppointmentRow) {
  const matterId = await findMatterOfTask(db, taskId)
  if ((await listNamedOn(db, matterId)) === null) return resolveAttendee({ db }, clientId)
  return (await listRecipients(db, clientId, matterId)).find((id) => id !== withId) ?? null
}

async function handOverOrCancel(ctx: Ctx, before: AppointmentRow) {
  const withId = await successorIn(ctx, before)
  const isFree = withId !== null && (await canMeet(ctx, { ...before, withId, except: before.id }))
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
