import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { PasskeyId } from '#contract/accounts/passkeys.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { Db } from '#server/platform/db/database.ts'
import { passkeys } from './schema.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export const listOf = (db: Db, userId: UserId) =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id))

export const findByCredential = async (db: Db, credentialId: string): Promise<PasskeyRow | null> => {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return row ?? null
}

/** Returns null if this credential is stored already. */
export const insert = async (db: Db, row: typeof passkeys.$inferInsert): Promise<PasskeyRow | null> => {
  const [kept] = await db.insert(passkeys).values(row).onConflictDoNothing().returning()
  return kept ?? null
}

/**
 * Records a use. Returns false if the counter did not grow, which is a sign of a cloned passkey (WebAuthn §6.1.1). Of
 * two requests with the same counter, the second is refused. Most passkeys today don't count and stay at 0.
 */
export const claimUse = async (
  db: Db,
  id: PasskeyId,
  use: { counter: number; lastUsedAt: Date; isSynced: boolean },
) => {
  const isNewer = or(
    lt(passkeys.counter, use.counter),
    and(eq(passkeys.counter, 0), sql`${use.counter}::bigint = 0`),
  )
  const [row] = await db
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.id, id), isNewer))
    .returning({ id: passkeys.id })
  return row !== undefined
}

export const remove = async (db: Db, userId: UserId, id: PasskeyId): Promise<PasskeyRow> => {
  const [gone] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning()
  return gone ?? notFound('passkey')
}

export const removeAllOf = (db: Db, userId: UserId) => db.delete(passkeys).where(eq(passkeys.userId, userId))
