import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ApiKeyId } from '#contract/api-keys.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { Db } from '#server/platform/db/database.ts'
import { apiKeys } from './schema.ts'

export type KeyRow = typeof apiKeys.$inferSelect

export const listOf = (db: Db) => db.select().from(apiKeys).orderBy(desc(apiKeys.id))

const isOpenAt = (now: Date) => and(isNull(apiKeys.withdrawnAt), gt(apiKeys.expiresAt, now))

/** Finds the key if it can be used at this time. */
export const findByToken = async (db: Db, tokenHash: string, now: Date) => {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.tokenHash, tokenHash), isOpenAt(now)))
  return row ?? null
}

/** Locks the keys that this person made and that can be used at this time. */
export const claimOpenOf = (db: Db, createdById: UserId, now: Date) =>
  db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.createdById, createdById), isOpenAt(now)))
    .for('update')

export const insert = async (db: Db, row: typeof apiKeys.$inferInsert): Promise<KeyRow> => {
  const [kept] = await db.insert(apiKeys).values(row).returning()
  return kept ?? notFound('key')
}

export const update = async (db: Db, id: ApiKeyId, change: Partial<typeof apiKeys.$inferInsert>) => {
  await db.update(apiKeys).set(change).where(eq(apiKeys.id, id))
}

/** Locks the row for the rest of the transaction. */
export const claim = async (db: Db, id: ApiKeyId): Promise<KeyRow> => {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id)).for('update')
  return row ?? notFound('key')
}
