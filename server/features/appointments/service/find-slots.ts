import type { UserId } from '#contract/accounts/accounts.ts'
import {
  type AppointmentId,
  type appointments,
  type DaySlots,
  mostSlotDays,
} from '#contract/appointments/appointments.ts'
import { areHolidaysKnown, bankHolidayOn } from '#contract/appointments/bank-holidays.ts'
import type { firmAppointments } from '#contract/appointments/diary.ts'
import {
  bookableDays,
  defaultDuration,
  firstStart,
  lastStart,
  minutesBetween,
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
import { invalidFields, Problem, type ProblemCode } from '#contract/kit/problem.ts'
import type { HolidayRegion } from '#contract/settings.ts'
import { absences } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { actorIdOf, type Client, type Ctx, type Staff } from '#server/platform/ctx.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import {
  clockText,
  clockWords,
  countDays,
  dayIn,
  daysFrom,
  dayWords,
  edgeAt,
  instantAt,
  plusDays,
  weekdayOf,
} from '#server/platform/time/zone.ts'
import * as store from '../store.ts'
import { resolveAttendee, type Sides, whomFirmMeets } from './choose-attendee.ts'

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

interface WantedTime extends Sides {
  startTime: Date
  endTime: Date
  /** The appointment itself, if it is being moved. */
  except: AppointmentId | null
}

/**
 * Throws if a time is not available: 422 if it is never offered, 409 if somebody else has booked it. The caller has
 * locked both diaries, so a free time stays free.
 */
export async function expectFree(ctx: Ctx, wanted: WantedTime) {
  const { startTime } = wanted
  if (startTime <= ctx.now) throw refusal('in_the_past', 'Please choose a time in the future.')
  const { timeZone } = await findFirm(ctx.db)
  const day = dayIn(timeZone, startTime)
  const diary = await openDiary(ctx, { ...wanted, from: day, to: day })
  const slotsIn = (of: OpenDiary) => slotsOn(of, day, minutesBetween(wanted))
  const hasStart = (times: readonly Date[]) => times.some((time) => time.getTime() === startTime.getTime())

  const { times } = slotsIn(diary)
  if (hasStart(times)) return
  const unbooked = slotsIn({ ...diary, busy: [] })
  if (hasStart(unbooked.times)) throw (await ownTime(ctx, wanted)) ?? slotTaken(instead(diary.zone, times))
  const why = unbooked.times.length === 0 && unbooked.note !== null ? `: ${unbooked.note.toLowerCase()}` : ''
  const cannot = `${clockWords(diary.zone, startTime)} on ${dayWords(diary.zone, startTime)} can't be booked${why}.`
  throw refusal('not_offered', `${cannot} ${instead(diary.zone, times)}`)
}

/**
 * Returns what to tell somebody whose own booking is in the way, which they may have made in another browser, or whose
 * answer was lost. A colleague's appointment with the client may be one that the actor must not know of.
 */
async function ownTime(
  { db, actor }: Ctx,
  { clientId, withId, startTime: from, endTime: to, except }: WantedTime,
) {
  const me = actorIdOf(actor)
  const range = { from, to, except }
  if (me === clientId)
    return (await store.listBusy(db, { ...range, people: [clientId] })).length > 0 ? clientsTime : null
  if (me !== withId) return null
  return (await store.isMeeting(db, { ...range, clientId, withId })) ? staffTime : null
}

/** Also used when the exclusion constraint of the database is the first to notice. */
export const slotTaken = (advice = 'Please choose another time.') =>
  refusal('slot_taken', `This time has just been taken. ${advice}`)

const codes: Record<string, ProblemCode> = { slot_taken: 'conflict' }

const refusal = (reason: string, message: string) =>
  new Problem(codes[reason] ?? 'unprocessable', message, { reason, fields: { startTime: message } })

const clientsTime = refusal(
  'slot_taken',
  'You already have an appointment then: see your upcoming appointments.',
)
const staffTime = refusal('slot_taken', 'You already have an appointment with this client then.')

const mostTimes = 4
const instead = (zone: string, times: readonly Date[]) => {
  if (times.length === 0) return 'Nothing else is free that day: please choose another day.'
  const shown = times.slice(0, mostTimes).map((time) => clockText(zone, time))
  return `Still free that day: ${shown.join(', ')}${times.length > mostTimes ? ' and later' : ''}.`
}

/** Returns whether both people are free at this time. The caller has locked both diaries if it acts on that. */
export const canMeet = async (ctx: Ctx, wanted: WantedTime) => {
  try {
    await expectFree(ctx, wanted)
    return true
  } catch (refusal) {
    if (refusal instanceof Problem) return false
    throw refusal
  }
}
