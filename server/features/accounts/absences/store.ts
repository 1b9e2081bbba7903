import { eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Absence } from '#contract/firm/teams.ts'
import { fullName } from '#contract/kit/names.ts'
import type { Db } from '#server/platform/db/database.ts'
import { users } from '../schema.ts'
import { absences } from '../staff/schema.ts'

export type AbsenceRow = typeof absences.$inferSelect

export const list = (db: Db) => db.select().from(absences)

export const replace = async (db: Db, row: AbsenceRow) => {
  await db.delete(absences).where(eq(absences.personId, row.personId))
  await db.insert(absences).values(row)
}

export const updateActing = (db: Db, personId: UserId, actingId: UserId | null) =>
  db.update(absences).set({ actingId }).where(eq(absences.personId, personId))

export const remove = async (db: Db, personId: UserId) =>
  (await db.delete(absences).where(eq(absences.personId, personId)).returning())[0] ?? null

const covers = alias(users, 'covers')

/** Returns the absence of each of these people who is or will be away, with their cover, by id. */
export const listOf = async (db: Db, ids: readonly UserId[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            personId: absences.personId,
            from: absences.fromDay,
            backOn: absences.backOn,
            actingId: absences.actingId,
            coverId: covers.id,
            firstName: covers.firstName,
            lastName: covers.lastName,
          })
          .from(absences)
          .innerJoin(covers, eq(covers.id, absences.coverId))
          .where(inArray(absences.personId, [...ids]))
  return new Map(
    rows.map(({ personId, from, backOn, actingId, coverId, ...cover }): [UserId, Absence] => [
      personId,
      { from, backOn, cover: { id: coverId, name: fullName(cover) }, isAway: actingId !== null },
    ]),
  )
}

/** Lists the people somebody stands in for now. */
export const listCoveredBy = async (db: Db, actingId: UserId) => {
  const rows = await db
    .select({ firstName: users.firstName, lastName: users.lastName, backOn: absences.backOn })
    .from(absences)
    .innerJoin(users, eq(users.id, absences.personId))
    .where(eq(absences.actingId, actingId))
    .orderBy(absences.backOn, users.lastName)
  return rows.map(({ backOn, ...person }) => ({ name: fullName(person), backOn }))
}
