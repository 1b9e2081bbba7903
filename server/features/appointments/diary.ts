import type { UserId } from '#contract/accounts.ts'
import { defaultDuration } from '#contract/appointment-times.ts'
import {
  type AppointmentId,
  type appointments,
  type DayOffers,
  mostSlotDays,
} from '#contract/appointments.ts'
import type { firmAppointments } from '#contract/firm-appointments.ts'
import type { Input } from '#contract/kit.ts'
import { Problem } from '#contract/problem.ts'
import { usualHours } from '#contract/working-hours.ts'
import { listTeam } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countDays, daysFrom, edgeAt } from '#server/platform/time/zone.ts'
import { whomFirmMeets, whomToMeet } from './attendees.ts'
import * as diary from './diary/store.ts'
import { type Diary, offersOn } from './offers.ts'
import * as store from './store.ts'

export interface Sides {
  clientId: UserId
  withId: UserId
}

interface Wanted extends Sides {
  from: string
  to: string
  /** An appointment that is being moved. */
  except: AppointmentId | null
}

/** What both diaries say of these days. */
export async function openDiary(ctx: Pick<Ctx, 'db' | 'now'>, wanted: Wanted): Promise<Diary> {
  const { db, now } = ctx
  const { clientId, withId, from, to, except } = wanted
  const { timeZone: zone, holidays: region } = await findFirm(db)
  const range = {
    from: edgeAt(zone, { day: from, minutes: 0 }),
    to: edgeAt(zone, { day: to, minutes: wholeDay }),
  }
  return {
    zone,
    region,
    now,
    hours: (await diary.findHours(db, withId)) ?? usualHours,
    daysOff: await diary.listDaysOff(db, withId, { from, to }),
    busy: await store.listBusy(db, { ...range, people: [clientId, withId], except }),
  }
}

const wholeDay = 24 * 60

type Asked = Input<typeof appointments.slots>

/** Whom the client may ask for; nobody is offered while there is nobody. */
export const people = ({ db, actor }: Ctx) => listParties(db, actor.id)

const listParties = async (db: Ctx['db'], clientId: UserId) =>
  (await listTeam(db, clientId)).map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))

export async function offerToClient(ctx: Ctx, asked: Asked) {
  const clientId = ctx.actor.id
  return offerDays(ctx, { clientId, withId: await whomToMeet(ctx, clientId, asked.withId) }, asked)
}

export async function offerToFirm(ctx: Ctx, { clientId, ...asked }: Input<typeof firmAppointments.slots>) {
  return offerDays(ctx, { clientId, withId: await whomFirmMeets(ctx, clientId, asked.withId) }, asked)
}

/** Day by day, when these two can meet. */
async function offerDays(ctx: Ctx, sides: Sides, asked: Asked): Promise<DayOffers[]> {
  const { from, to = from, duration = defaultDuration, moving = null } = asked
  const count = countDays(from, to)
  if (count === 0 || count > mostSlotDays) throw wrongRange
  const opened = await openDiary(ctx, { ...sides, from, to, except: moving })
  return daysFrom(from, to).map((day) => ({ day, ...offersOn(opened, day, duration) }))
}

const wrongRange = new Problem('invalid', 'Please check the highlighted fields.', {
  fields: { to: `Please choose at most ${mostSlotDays} days, the last one not before the first` },
})
