import { eq, inArray } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { PhotographId, photographSizes } from '#contract/accounts/photographs.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { Db } from '#server/platform/db/database.ts'
import { photographs } from '../staff/schema.ts'

/** Returns the photograph ids of these people, by user id. */
export const idsOf = async (db: Db, userIds: readonly UserId[]) => {
  const { userId, id } = photographs
  const rows =
    userIds.length === 0
      ? []
      : await db
          .select({ userId, id })
          .from(photographs)
          .where(inArray(userId, [...userIds]))
  return new Map(rows.map((row) => [row.userId, row.id]))
}

export const replace = async (db: Db, row: typeof photographs.$inferInsert) => {
  const { userId: _, ...change } = row
  await db.insert(photographs).values(row).onConflictDoUpdate({ target: photographs.userId, set: change })
}

export const remove = async (db: Db, userId: UserId) =>
  (await db.delete(photographs).where(eq(photographs.userId, userId)).returning({ id: photographs.id }))
    .length > 0

export const getPicture = async (db: Db, id: PhotographId, size: keyof typeof photographSizes) => {
  const [row] = await db
    .select({ picture: photographs[size] })
    .from(photographs)
    .where(eq(photographs.id, id))
  return row?.picture ?? notFound('photograph')
}
