import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { ApiKeyId } from '#contract/api-keys.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { Db } from '#server/platform/db/database.ts'
import { apiKeys } from './schema.ts'

export type KeyRow = typeof apiKeys.$inferSelect

export const listOf = (db: Db) => db.select().from(apiKeys).orderBy(desc(apiKeys.id))

/** Finds the key if it can be used at this time. */
export const findByToken = async (db: Db, tokenHash: string, now: Date) => {
  const isOpen = and(isNull(apiKeys.withdrawnAt), gt(apiKeys.expiresAt, now))
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.tokenHash, tokenHash), isOpen))
  return row ?? null
}

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
