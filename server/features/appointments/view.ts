import type { UserId } from '#contract/accounts.ts'
import { statusAt } from '#contract/appointment-times.ts'
import type { Appointment, Party } from '#contract/appointments.ts'
import { namesOf } from '#server/features/accounts/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { AppointmentRow } from './store.ts'

/** As both sides see them: with names, and with what each is by now. */
export async function shown(ctx: Pick<Ctx, 'db' | 'now'>, rows: readonly AppointmentRow[]) {
  const names = await namesOf(
    ctx.db,
    rows.flatMap(({ clientId, withId }) => [clientId, withId]),
  )
  const party = (id: UserId): Party => names.get(id) ?? { id, firstName: 'Former', lastName: 'account' }
  return rows.map((row): Appointment => {
    const { clientId, withId, changedAt: _, dayReminderAt: _day, hourReminderAt: _hour, ...rest } = row
    const status = statusAt({ kept: row.status, endTime: row.endTime }, ctx.now)
    return { ...rest, status, client: party(clientId), with: party(withId) }
  })
}

export const shownOne = async (ctx: Pick<Ctx, 'db' | 'now'>, row: AppointmentRow) => {
  const [one] = await shown(ctx, [row])
  return one as Appointment
}
