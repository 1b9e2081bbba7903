import type { UserId } from '#contract/accounts/accounts.ts'
import {
  type AppointmentId,
  type appointments,
  type DaySlots,
  mostSlotDays,
} from '#contract/appointments/appointments.ts'
import { areHolidaysKnown, bankHolidayOn } from '#contract/appointments/bank-holidays.ts'
import type { Diary, firmAppointments } from '#contract/appointments/diary.ts'
import {
  bookableDays,
  defaultDuration,
  firstStart,
  lastStart,
  stepMinutes,
} from '#contract/appointments/times.ts'
import {
  type DaysOff,
  isOffOn,
  minutesOf,
  usualHours,
  type WeeklyHours,
  weekdays,
} from '#contract/appointments/working-hours.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { invalidFields, notFound, Problem } from '#contract/kit/problem.ts'
import type { HolidayRegion } from '#contract/settings.ts'
import {
  absences,
  clientScopeOf,
  findClientOf,
  listAdministrators,
  listTeam,
} from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { fileScopeOf } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, Member, Staff } from '#server/platform/ctx.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import {
  countDays,
  dayIn,
  daysFrom,
  edgeAt,
  instantAt,
  plusDays,
  weekdayOf,
} from '#server/platform/time/zone.ts'
import * as store from '../store.ts'

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

/** Returns what is needed to find free times of both people on these days. */
export async function openDiary(ctx: Pick<Ctx, 'db' | 'now'>, wanted: Wanted): Promise<OpenDiary> {
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
    hours: (await store.findHours(db, withId)) ?? usualHours,
    daysOff: [...(await store.listDaysOff(db, withId, { from, to })), ...(await daysAwayOf(db, withId))],
    busy: await store.listBusy(db, { ...range, people: [clientId, withId], except }),
  }
}

/** Returns the days on which a colleague covers for this person. */
async function daysAwayOf(db: Ctx['db'], personId: UserId) {
  const absence = (await absences.listOf(db, [personId])).get(personId)
  return absence ? [{ firstDay: absence.from, lastDay: plusDays(absence.backOn, -1) }] : []
}

const wholeDay = 24 * 60

type SlotsInput = Input<typeof appointments.slots>

/** Lists the people whom the client may choose. Empty if nobody works with them. */
export const people = ({ db, actor }: Ctx<Client>) => listParties(db, actor.id)

const listParties = async (db: Ctx['db'], clientId: UserId) =>
  (await listTeam(db, clientId)).map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))

export async function listSlotsForClient(ctx: Ctx<Client>, input: SlotsInput) {
  const clientId = ctx.actor.id
  return listSlots(ctx, { clientId, withId: await resolveAttendee(ctx, clientId, input.withId) }, input)
}

export async function listSlotsForFirm(
  ctx: Ctx<Staff>,
  { clientId, ...query }: Input<typeof firmAppointments.slots>,
) {
  return listSlots(ctx, { clientId, withId: await whomFirmMeets(ctx, clientId, query.withId) }, query)
}

/** Returns when these two can meet, day by day. */
async function listSlots(ctx: Ctx, sides: Sides, input: SlotsInput): Promise<DaySlots[]> {
  const { from, to = from, duration = defaultDuration, moving = null } = input
  const count = countDays(from, to)
  if (count === 0 || count > mostSlotDays) throw wrongRange
  const opened = await openDiary(ctx, { ...sides, from, to, except: moving })
  return daysFrom(from, to).map((day) => ({ day, ...slotsOn(opened, day, duration) }))
}

const wrongRange = invalidFields({
  to: `Please choose at most ${mostSlotDays} days, the last one not before the first`,
})

/**
 * Returns whose appointments the user may see: a client's own, or for a person of the firm those of their clients,
 * except in hidden matters.
 */
export const visibleTo = ({ db, actor }: Pick<Ctx<Member>, 'db' | 'actor'>) =>
  actor.role === 'client' ? actor.id : { ...fileScopeOf(db, clientScopeOf(db, actor)), memberId: actor.id }

/**
 * Returns the person to meet, who must be in the client's team. Without `withId`, it is the one responsible for the
 * client. Throws `nobody` if the team is empty, and `not_found` for somebody who is not in it.
 */
export async function resolveAttendee(ctx: Pick<Ctx, 'db'>, clientId: UserId, withId?: UserId) {
  const team = await listTeam(ctx.db, clientId)
  if (withId === undefined) {
    const [first] = team
    if (first) return first.id
    throw new Problem('conflict', "Appointments can't be booked yet. Please call us instead.", {
      reason: 'nobody',
    })
  }
  return team.find(({ id }) => id === withId)?.id ?? notFound('person')
}

/** Whether this person still works with the client. An administrator always does. */
export async function stillMeets({ db }: Pick<Ctx, 'db'>, { clientId, withId }: Sides) {
  const team = (await listTeam(db, clientId)).map(({ id }) => id)
  return [...team, ...(await listAdministrators(db))].includes(withId)
}

/** Returns the person to meet when the firm books: the user themselves, or a colleague who works with the client. */
export async function whomFirmMeets(
  ctx: Pick<Ctx<Member>, 'db' | 'actor'>,
  clientId: UserId,
  withId?: UserId,
) {
  await findClientOf(ctx.db, ctx.actor, clientId)
  const own = ctx.actor.id
  if (withId === undefined || withId === own) return own
  const team = await listTeam(ctx.db, clientId)
  return team.find(({ id }) => id === withId)?.id ?? notFound('person')
}

export async function showDiary({ db, actor, now }: Ctx<Staff>): Promise<Diary> {
  const { timeZone } = await findFirm(db)
  const hours = await store.findHours(db, actor.id)
  return {
    hours: hours ?? usualHours,
    isUsual: hours === null,
    daysOff: await store.listDaysOff(db, actor.id, { from: dayIn(timeZone, now) }),
  }
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
  await recordHoursChange(ctx)
  return showDiary(ctx)
}

export async function removeDaysOff(ctx: Ctx<Staff>, { id }: Input<typeof firmAppointments.removeDaysOff>) {
  if (!(await store.removeDaysOff(ctx.db, ctx.actor.id, id))) notFound('entry')
  return recordHoursChange(ctx)
}

async function recordHoursChange(ctx: Ctx<Member>) {
  await audit(ctx, 'hours.changed')
  await ctx.invalidate(ctx.actor.id, 'appointments')
  return undefined
}

interface Times {
  startTime: Date
  endTime: Date
}

/** The facts that decide when somebody can be met. */
export interface OpenDiary {
  zone: string
  region: HolidayRegion
  hours: WeeklyHours
  daysOff: readonly Pick<DaysOff, 'firstDay' | 'lastDay'>[]
  /** Appointments of either side. */
  busy: readonly Times[]
  now: Date
}

export interface Slots {
  times: Date[]
  /** Why there are no times, or what to know about the day. */
  note: string | null
}

/** Returns the times of the specification's grid that are within the person's hours, in the future, and free. */
export function slotsOn(diary: OpenDiary, day: string, duration: number): Slots {
  const { zone, now } = diary
  const closed = closedOn(diary, day)
  if (closed !== null) return { times: [], note: closed }
  const steps = stepsOn(diary, day, duration)
  const ahead = steps.filter(({ startTime }) => startTime > now)
  const times = ahead.filter((step) => !diary.busy.some((other) => overlap(step, other)))
  if (times.length > 0) return { times: times.map(({ startTime }) => startTime), note: knownUntil(day) }
  if (ahead.length > 0) return { times: [], note: 'Fully booked' }
  const isToday = day === dayIn(zone, now)
  return { times: [], note: isToday && steps.length > 0 ? 'No more times today' : 'No slot long enough' }
}

const closedOn = ({ zone, region, hours, daysOff, now }: OpenDiary, day: string) => {
  const today = dayIn(zone, now)
  if (day < today) return 'In the past'
  if (day > plusDays(today, bookableDays)) return 'Too far ahead to book'
  const holiday = bankHolidayOn(region, day)
  if (holiday !== null) return `Bank holiday: ${holiday}`
  if (isOffOn(daysOff, day)) return 'Away'
  return spansOn(hours, day).length === 0 ? 'Not a working day' : null
}

const knownUntil = (day: string) =>
  areHolidaysKnown(day) ? null : 'The bank holidays of this year have not been published yet'

const spansOn = (hours: WeeklyHours, day: string) => {
  const weekday = weekdays[weekdayOf(day) - 1]
  return weekday === undefined ? [] : hours[weekday]
}

const stepsOn = ({ zone, hours }: OpenDiary, day: string, duration: number): Times[] => {
  const spans = spansOn(hours, day).map(({ from, to }) => ({
    startTime: edgeAt(zone, { day, minutes: minutesOf(from) }),
    endTime: edgeAt(zone, { day, minutes: minutesOf(to) }),
  }))
  return stepMinutesOfDay.flatMap((step) => {
    const startTime = instantAt(zone, { day, minutes: step })
    if (startTime === null) return []
    const times = { startTime, endTime: after(startTime, minutes(duration)) }
    return spans.some((span) => isInside(times, span)) ? [times] : []
  })
}

const stepMinutesOfDay = Array.from(
  { length: (lastStart - firstStart) / stepMinutes + 1 },
  (_, at) => firstStart + at * stepMinutes,
)

const isInside = (times: Times, span: Times) =>
  span.startTime <= times.startTime && times.endTime <= span.endTime

const overlap = (first: Times, other: Times) =>
  first.startTime < other.endTime && other.startTime < first.endTime
