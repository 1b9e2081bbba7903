import type { UserId } from '#contract/accounts.ts'
import { Problem } from '#contract/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { whomToMeet } from './attendees.ts'
import { expectFree } from './free.ts'
import { tellBoth } from './notifications.ts'
import type { AppointmentRow } from './store.ts'
import * as store from './store.ts'

/** What somebody who leaves had to come is met by whoever answers for the client now, or else is cancelled. */
export async function handOnAppointments(ctx: Ctx, { personId }: { personId: UserId }) {
  const coming = await store.claimComing(ctx.db, personId, ctx.now)
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
