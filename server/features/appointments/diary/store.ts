import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { UserId } from '#contract/accounts.ts'
import { pageSize } from '#contract/kit.ts'
import type { DaysOff, WeeklyHours } from '#contract/working-hours.ts'
import type { Db } from '#server/platform/db/database.ts'
import { daysOff, workingHours } from '../schema.ts'

const of = (personId: UserId) => eq(daysOff.personId, personId)

/** Null where this person has never said when they work. */
export const findHours = async (db: Db, personId: UserId) => {
  const [row] = await db.select().from(workingHours).where(eq(workingHours.personId, personId))
  return row?.hours ?? null
}

export const saveHours = (db: Db, personId: UserId, hours: WeeklyHours) =>
  db
    .insert(workingHours)
    .values({ personId: personId, hours })
    .onConflictDoUpdate({ target: workingHours.personId, set: { hours } })

/** Days off that reach into these days, first to last. */
export const listDaysOff = (
  db: Db,
  personId: UserId,
  { from, to }: { from: string; to?: string },
): Promise<DaysOff[]> =>
  db
    .select({ id: daysOff.id, firstDay: daysOff.firstDay, lastDay: daysOff.lastDay, note: daysOff.note })
    .from(daysOff)
    .where(
      and(of(personId), gte(daysOff.lastDay, from), to === undefined ? undefined : lte(daysOff.firstDay, to)),
    )
    .orderBy(asc(daysOff.firstDay), asc(daysOff.id))
    .limit(pageSize)

export const insertDaysOff = (db: Db, row: typeof daysOff.$inferInsert) => db.insert(daysOff).values(row)

export const removeDaysOff = async (db: Db, personId: UserId, id: DaysOff['id']) => {
  const [gone] = await db
    .delete(daysOff)
    .where(and(of(personId), eq(daysOff.id, id)))
    .returning({ id: daysOff.id })
  return gone !== undefined
}
