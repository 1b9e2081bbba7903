import type { UserId } from '#contract/accounts/accounts.ts'
import type {
  Appointment,
  AppointmentId,
  BookedWhileAway,
  Party,
} from '#contract/appointments/appointments.ts'
import { type firmAppointments, mostListedDays } from '#contract/appointments/diary.ts'
import { statusAt } from '#contract/appointments/times.ts'
import { type DaysOff, isOffOn } from '#contract/appointments/working-hours.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { invalidFields } from '#contract/kit/problem.ts'
import { absences, namesOf } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Client, Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { countDays, dayIn, edgeAt, plusDays } from '#server/platform/time/zone.ts'
import type { AppointmentRow } from '../store.ts'
import * as store from '../store.ts'
import { type FirmReader, visibleTo, visibleToFirm } from './choose-attendee.ts'
import { invalidateAppointments } from './notifications.ts'

/** Returns a condition on an appointment's id: whether this person of the firm may open it. */
export const appointmentsOpenTo = (db: Db, person: FirmReader) => store.openTo(db, visibleToFirm(db, person))

/** Lists the appointments of these days, in the firm's time zone, with the clients of the user. */
export async function listForFirm(
  ctx: Ctx<Staff>,
  { from, to, clientId }: Input<typeof firmAppointments.list>,
) {
  const count = countDays(from, to)
  if (count === 0 || count > mostListedDays) throw tooManyDays
  const { timeZone } = await findFirm(ctx.db)
  const wanted = { ...rangeOf(timeZone, from, to), clientId }
  return shown(ctx, await store.listVisible(ctx.db, visibleTo(ctx), wanted))
}

const rangeOf = (zone: string, from: string, to: string) => ({
  from: edgeAt(zone, { day: from, minutes: 0 }),
  to: edgeAt(zone, { day: plusDays(to, 1), minutes: 0 }),
})

const tooManyDays = invalidFields({
  to: `Please choose at most ${mostListedDays} days, the last one not before the first`,
})

interface Reading {
  /** Who reads the list. */
  reader: FirmReader
  personId: UserId
}
export type DaysAway = Pick<DaysOff, 'firstDay' | 'lastDay'>

/** Lists the future appointments of a person on these days, as far as the reader may see them. */
export async function listBookedWhileAway(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { firstDay, lastDay, ...reading }: Reading & DaysAway,
): Promise<BookedWhileAway[]> {
  const [booked = []] = await listBookedForEach(ctx, { ...reading, entries: [{ firstDay, lastDay }] })
  return booked
}

/** The same for several entries of days, in their order, with one query over all of them. */
export async function listBookedForEach(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { reader, personId, entries }: Reading & { entries: readonly DaysAway[] },
): Promise<BookedWhileAway[][]> {
  const first = entries.map(({ firstDay }) => firstDay).sort()[0]
  const last = entries
    .map(({ lastDay }) => lastDay)
    .sort()
    .at(-1)
  if (first === undefined || last === undefined) return []
  const { timeZone } = await findFirm(db)
  const ranges = entries.map(({ firstDay, lastDay }) => rangeOf(timeZone, firstDay, lastDay))
  const range = rangeOf(timeZone, first, last)
  const rows = await store.listComing(db, { withId: personId, now, whose: visibleToFirm(db, reader), range })
  const names = await namesOf(
    db,
    rows.map(({ clientId }) => clientId),
  )
  return ranges.map(({ from, to }) =>
    rows
      .filter(({ startTime, endTime }) => startTime < to && endTime > from)
      .map(({ id, startTime, clientId }) => {
        const client = names.get(clientId)
        return { id, startTime, client: client ? fullName(client) : '' }
      }),
  )
}

/** Refreshes the pages of everybody who may see an appointment booked with a person on these days. */
export async function invalidateBooked(
  ctx: Ctx,
  { personId, entries }: { personId: UserId; entries: readonly DaysAway[] },
) {
  const { timeZone } = await findFirm(ctx.db)
  const booked = new Map<AppointmentId, AppointmentRow>()
  for (const { firstDay, lastDay } of entries) {
    const range = rangeOf(timeZone, firstDay, lastDay)
    for (const row of await store.listComing(ctx.db, { withId: personId, now: ctx.now, range }))
      booked.set(row.id, row)
  }
  await invalidateAppointments(ctx, [...booked.values()])
}

/** Converts appointments for both sides, with names and their current status. */
export async function shown(ctx: Pick<Ctx<Client>, 'db' | 'now'>, rows: readonly AppointmentRow[]) {
  const names = await namesOf(
    ctx.db,
    rows.flatMap(({ clientId, withId }) => [clientId, withId]),
  )
  const isAwayAt = await openDaysAway(ctx, rows)
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
    return { ...rest, status, client: party(clientId), with: party(withId), isAway: isAwayAt(row) }
  })
}

/** Returns a condition on whether the person of the firm is away when a future appointment takes place. */
async function openDaysAway({ db, now }: Pick<Ctx<Client>, 'db' | 'now'>, rows: readonly AppointmentRow[]) {
  const isComing = ({ status, startTime }: AppointmentRow) => status === 'scheduled' && startTime > now
  const people = [...new Set(rows.filter(isComing).map(({ withId }) => withId))]
  if (people.length === 0) return () => false
  const { timeZone } = await findFirm(db)
  const away = await absences.listOf(db, people)
  const daysOff = await store.listDaysOffOf(db, people, dayIn(timeZone, now))
  const daysOf = (id: UserId): Pick<DaysOff, 'firstDay' | 'lastDay'>[] => {
    const absence = away.get(id)
    return [
      ...daysOff.filter(({ personId }) => personId === id),
      ...(absence ? [{ firstDay: absence.from, lastDay: plusDays(absence.backOn, -1) }] : []),
    ]
  }
  return (row: AppointmentRow) => isComing(row) && isOffOn(daysOf(row.withId), dayIn(timeZone, row.startTime))
}

export const shownOne = async (ctx: Pick<Ctx, 'db' | 'now'>, row: AppointmentRow) => {
  const [appointment] = await shown(ctx, [row])
  return appointment as Appointment
}
