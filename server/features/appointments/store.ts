import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { AppointmentId } from '#contract/appointments/appointments.ts'
import type { DaysOff, WeeklyHours } from '#contract/appointments/working-hours.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type FileScope, isInScope, isUnhidden } from '#server/platform/db/file-scope.ts'
import { openAmong } from '#server/platform/db/guarded-links.ts'
import { appointments, daysOff, workingHours } from './schema.ts'

export type AppointmentRow = typeof appointments.$inferSelect
type Change = Partial<typeof appointments.$inferInsert>
/**
 * Whose appointments to include: those of one client, or those that a person of the firm may see, including their own.
 */
export type Whose = UserId | (FileScope & { memberId: UserId })

const isScheduled = eq(appointments.status, 'scheduled')
const of = (clientId: UserId) => eq(appointments.clientId, clientId)
const ofAny = (whose: Whose) =>
  typeof whose === 'string'
    ? of(whose)
    : or(
        isInScope(whose, appointments),
        and(eq(appointments.withId, whose.memberId), inArray(appointments.clientId, whose.clients)),
      )

export const listOf = (db: Db, clientId: UserId, before?: AppointmentId) =>
  db
    .select()
    .from(appointments)
    .where(and(of(clientId), before === undefined ? undefined : lt(appointments.id, before)))
    .orderBy(desc(appointments.id))
    .limit(pageSize)

interface Range {
  from: Date
  to: Date
}
const within = ({ from, to }: Range) => and(lt(appointments.startTime, to), gt(appointments.endTime, from))

const mostOfFirm = 1000
export const listVisible = (
  db: Db,
  whose: Whose,
  { clientId, ...range }: Range & { clientId?: UserId | undefined },
) =>
  db
    .select()
    .from(appointments)
    .where(and(ofAny(whose), within(range), clientId && of(clientId)))
    .orderBy(asc(appointments.startTime), asc(appointments.id))
    .limit(mostOfFirm)

/** Lists when one of these people is in a scheduled appointment. `except` is the one being moved. */
export const listBusy = (
  db: Db,
  { people, except, ...range }: Range & { people: UserId[]; except: AppointmentId | null },
) => {
  return db
    .select({ startTime: appointments.startTime, endTime: appointments.endTime })
    .from(appointments)
    .where(
      and(
        isScheduled,
        within(range),
        or(inArray(appointments.withId, people), inArray(appointments.clientId, people)),
        except === null ? undefined : ne(appointments.id, except),
      ),
    )
}

/** Whether these two meet at such a time. */
export const isMeeting = async (
  db: Db,
  {
    clientId,
    withId,
    except,
    ...range
  }: Range & { clientId: UserId; withId: UserId; except: AppointmentId | null },
) => {
  const found = await db
    .select({ id: appointments.id })
    .from(appointments)
    .where(
      and(
        isScheduled,
        within(range),
        eq(appointments.withId, withId),
        eq(appointments.clientId, clientId),
        except === null ? undefined : ne(appointments.id, except),
      ),
    )
  return found.length > 0
}

export const getVisible = async (db: Db, whose: Whose, id: AppointmentId) => {
  const [appointment] = await db
    .select()
    .from(appointments)
    .where(and(ofAny(whose), eq(appointments.id, id)))
  return appointment ?? notFound('appointment')
}

/** Returns a condition on an appointment's id: whether this person of the firm may open it. */
export const openTo = (db: Db, whose: Whose) =>
  openAmong(db, { table: appointments, id: appointments.id, theirs: ofAny(whose) })

export const isVisible = async (db: Db, whose: Whose, id: AppointmentId) =>
  (await db.$count(appointments, and(ofAny(whose), eq(appointments.id, id)))) > 0

/** Locks the row for the rest of the transaction, so that a concurrent move or cancellation waits. */
export const claimVisible = async (db: Db, whose: Whose, id: AppointmentId) => {
  const [appointment] = await db
    .select()
    .from(appointments)
    .where(and(ofAny(whose), eq(appointments.id, id)))
    .for('update')
  return appointment ?? notFound('appointment')
}

/**
 * Prevents other bookings of these people until the transaction ends. Locks in a fixed order, because otherwise two
 * bookings could wait for each other. The exclusion constraints alone would cause such a deadlock.
 */
export const claimDiaries = async (db: Db, people: string[]) => {
  for (const person of [...new Set(people)].sort())
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`diary ${person}`}, 0))`)
}

export const insert = async (db: Db, row: typeof appointments.$inferInsert): Promise<AppointmentRow> => {
  const [appointment] = await db.insert(appointments).values(row).returning()
  return appointment ?? notFound('appointment')
}

export const update = async (db: Db, id: AppointmentId, change: Change): Promise<AppointmentRow> => {
  const [appointment] = await db.update(appointments).set(change).where(eq(appointments.id, id)).returning()
  return appointment ?? notFound('appointment')
}

interface Coming {
  withId: UserId
  now: Date
  /** Only with these clients. With all if missing. */
  clients?: readonly UserId[]
  /** Only what this user may see. All if missing. */
  whose?: Whose
  /** Only those for one of these tasks. */
  tasks?: SQLWrapper
  /** Without those for one of these tasks. */
  hidden?: SQLWrapper
  range?: Range
}

const coming = (db: Db, { withId, now, clients, whose, tasks, hidden, range }: Coming) =>
  db
    .select()
    .from(appointments)
    .where(
      and(
        isScheduled,
        eq(appointments.withId, withId),
        gt(appointments.startTime, now),
        clients === undefined ? undefined : inArray(appointments.clientId, [...clients]),
        whose && ofAny(whose),
        tasks && inArray(appointments.taskId, tasks),
        isUnhidden(hidden, appointments.taskId),
        range && within(range),
      ),
    )
    .orderBy(asc(appointments.startTime), asc(appointments.id))

/** Lists a person's future appointments, the next first. */
export const listComing = (db: Db, wanted: Coming) => coming(db, wanted)

/** The same, with the rows locked for the rest of the transaction. */
export const claimComing = (db: Db, wanted: Coming) => coming(db, wanted).for('update')

const isDue = (now: Date): SQL | undefined =>
  and(
    isScheduled,
    gt(appointments.startTime, now),
    or(lte(appointments.dayReminderAt, now), lte(appointments.hourReminderAt, now)),
  )

/** Lists the appointments with a reminder due, the next first. */
export const listDue = async (db: Db, now: Date) => {
  const rows = await db
    .select({ id: appointments.id })
    .from(appointments)
    .where(isDue(now))
    .orderBy(asc(appointments.startTime))
    .limit(pageSize)
  return rows.map(({ id }) => id)
}

/** Locks an appointment whose reminder is due. Returns null if it is not due, or another node is sending it. */
export const claimDue = async (db: Db, id: AppointmentId, now: Date) => {
  const [row] = await db
    .select()
    .from(appointments)
    .where(and(eq(appointments.id, id), isDue(now)))
    .for('update', { skipLocked: true })
  return row ?? null
}

/** Deletes a client's appointments. Returns the people they were with. */
export const removeAllOf = async (db: Db, clientId: UserId) => {
  const gone = await db.delete(appointments).where(of(clientId)).returning({ withId: appointments.withId })
  return gone.map(({ withId }) => withId)
}

const ofPerson = (personId: UserId) => eq(daysOff.personId, personId)

/** Returns null if this person has never set their working hours. */
export const findHours = async (db: Db, personId: UserId) => {
  const [row] = await db.select().from(workingHours).where(eq(workingHours.personId, personId))
  return row?.hours ?? null
}

export const saveHours = (db: Db, personId: UserId, hours: WeeklyHours) =>
  db
    .insert(workingHours)
    .values({ personId: personId, hours })
    .onConflictDoUpdate({ target: workingHours.personId, set: { hours } })

/** Lists days off that overlap these days, in order. */
export const listDaysOff = (
  db: Db,
  personId: UserId,
  { from, to }: { from: string; to?: string },
): Promise<DaysOff[]> =>
  db
    .select({ id: daysOff.id, firstDay: daysOff.firstDay, lastDay: daysOff.lastDay, note: daysOff.note })
    .from(daysOff)
    .where(
      and(
        ofPerson(personId),
        gte(daysOff.lastDay, from),
        to === undefined ? undefined : lte(daysOff.firstDay, to),
      ),
    )
    .orderBy(asc(daysOff.firstDay), asc(daysOff.id))
    .limit(pageSize)

/** Lists what these people have off from a day on. */
export const listDaysOffOf = (db: Db, people: readonly UserId[], from: string) =>
  db
    .select({ personId: daysOff.personId, firstDay: daysOff.firstDay, lastDay: daysOff.lastDay })
    .from(daysOff)
    .where(and(inArray(daysOff.personId, [...people]), gte(daysOff.lastDay, from)))

export const insertDaysOff = (db: Db, row: typeof daysOff.$inferInsert) => db.insert(daysOff).values(row)

/** Returns the days that were removed. Null if this person has no such entry. */
export const removeDaysOff = async (db: Db, personId: UserId, id: DaysOff['id']) => {
  const [gone] = await db
    .delete(daysOff)
    .where(and(ofPerson(personId), eq(daysOff.id, id)))
    .returning({ firstDay: daysOff.firstDay, lastDay: daysOff.lastDay })
  return gone ?? null
}
