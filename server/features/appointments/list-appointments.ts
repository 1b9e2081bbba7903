import { type firmAppointments, mostListedDays } from '#contract/firm-appointments.ts'
import type { Input } from '#contract/kit.ts'
import { Problem } from '#contract/problem.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countDays, edgeAt, plusDays } from '#server/platform/time/zone.ts'
import { whoseFor } from './attendees.ts'
import * as store from './store.ts'
import { shown } from './view.ts'

/** What lies in these days of the firm's calendar, with the clients of this person. */
export async function listForFirm(ctx: Ctx, { from, to }: Input<typeof firmAppointments.list>) {
  const count = countDays(from, to)
  if (count === 0 || count > mostListedDays) throw wrongRange
  const { timeZone } = await findFirm(ctx.db)
  const range = {
    from: edgeAt(timeZone, { day: from, minutes: 0 }),
    to: edgeAt(timeZone, { day: plusDays(to, 1), minutes: 0 }),
  }
  return shown(ctx, await store.listVisible(ctx.db, whoseFor(ctx), range))
}

const wrongRange = new Problem('invalid', 'Please check the highlighted fields.', {
  fields: { to: `Please choose at most ${mostListedDays} days, the last one not before the first` },
})
