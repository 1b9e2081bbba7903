import type { Diary, firmAppointments } from '#contract/appointments/diary.ts'
import { usualHours } from '#contract/appointments/working-hours.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, Staff } from '#server/platform/ctx.ts'
import { dayIn } from '#server/platform/time/zone.ts'
import * as store from '../store.ts'
import { type DaysAway, invalidateBooked, listBookedForEach } from './show-appointments.ts'

export async function showDiary(ctx: Ctx<Staff>): Promise<Diary> {
  const { db, actor, now } = ctx
  const { timeZone } = await findFirm(db)
  const hours = await store.findHours(db, actor.id)
  const entries = await store.listDaysOff(db, actor.id, { from: dayIn(timeZone, now) })
  const booked = await listBookedForEach(ctx, { reader: actor, personId: actor.id, entries })
  const daysOff = entries.map((entry, at) => ({ ...entry, booked: booked[at] ?? [] }))
  return { hours: hours ?? usualHours, isUsual: hours === null, daysOff }
}

export async function saveHours(ctx: Ctx<Staff>, { hours }: Input<typeof firmAppointments.saveHours>) {
  await store.saveHours(ctx.db, ctx.actor.id, hours)
  await recordHoursChange(ctx)
  return showDiary(ctx)
}

export async function addDaysOff(
  ctx: Ctx<Staff>,
  { note, ...days }: Input<typeof firmAppointments.addDaysOff>,
) {
  const personId = ctx.actor.id
  await store.insertDaysOff(ctx.db, { ...days, id: newId(), personId, note: note || null })
  await recordHoursChange(ctx, days)
  return showDiary(ctx)
}

export async function removeDaysOff(ctx: Ctx<Staff>, { id }: Input<typeof firmAppointments.removeDaysOff>) {
  const days = (await store.removeDaysOff(ctx.db, ctx.actor.id, id)) ?? notFound('entry')
  return recordHoursChange(ctx, days)
}

/** Clients and colleagues read of each appointment on these days whether the person is due to be away. */
async function recordHoursChange(ctx: Ctx<Member>, days?: DaysAway) {
  await audit(ctx, 'hours.changed')
  await ctx.invalidate(ctx.actor.id, 'appointments')
  if (days) await invalidateBooked(ctx, { personId: ctx.actor.id, entries: [days] })
  return undefined
}
