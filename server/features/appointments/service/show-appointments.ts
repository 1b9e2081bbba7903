import type { UserId } from '#contract/accounts/accounts.ts'
import type { Appointment, Party } from '#contract/appointments/appointments.ts'
import { type firmAppointments, mostListedDays } from '#contract/appointments/diary.ts'
import { statusAt } from '#contract/appointments/times.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { invalidFields } from '#contract/kit/problem.ts'
import { namesOf } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Client, Ctx, Staff } from '#server/platform/ctx.ts'
import { countDays, edgeAt, plusDays } from '#server/platform/time/zone.ts'
import type { AppointmentRow } from '../store.ts'
import * as store from '../store.ts'
import { visibleTo } from './choose-attendee.ts'

/** Lists the appointments of these days, in the firm's time zone, with the clients of the user. */
export async function listForFirm(ctx: Ctx<Staff>, { from, to }: Input<typeof firmAppointments.list>) {
  const count = countDays(from, to)
  if (count === 0 || count > mostListedDays) throw tooManyDays
  const { timeZone } = await findFirm(ctx.db)
  const range = {
    from: edgeAt(timeZone, { day: from, minutes: 0 }),
    to: edgeAt(timeZone, { day: plusDays(to, 1), minutes: 0 }),
  }
  return shown(ctx, await store.listVisible(ctx.db, visibleTo(ctx), range))
}

const tooManyDays = invalidFields({
  to: `Please choose at most ${mostListedDays} days, the last one not before the first`,
})

/** Converts appointments for both sides, with names and their current status. */
export async function shown(ctx: Pick<Ctx<Client>, 'db' | 'now'>, rows: readonly AppointmentRow[]) {
  const names = await namesOf(
    ctx.db,
    rows.flatMap(({ clientId, withId }) => [clientId, withId]),
  )
  const party = (id: UserId): Party => names.get(id) ?? { id, firstName: 'Former', lastName: 'account' }
  return rows.map((row): Appointment => {
    const {
      clientId,
      withId,
      changedAt: _,
      dayReminderAt: _day,
      hourReminderAt: _hour,
      taskId: _task,
      ...rest
    } = row
    const status = statusAt({ kept: row.status, endTime: row.endTime }, ctx.now)
    return { ...rest, status, client: party(clientId), with: party(withId) }
  })
}

export const shownOne = async (ctx: Pick<Ctx, 'db' | 'now'>, row: AppointmentRow) => {
  const [appointment] = await shown(ctx, [row])
  return appointment as Appointment
}
