import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { recoveryCodes, secondFactors } from './schema.ts'

export const find = async (db: Db, userId: UserId) => {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return row ?? null
}

/** Saves a key that waits for its first code. Returns false if one is confirmed already. */
export const insertPending = async (db: Db, row: { userId: UserId; encryptedKey: string }) => {
  const [kept] = await db
    .insert(secondFactors)
    .values(row)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { encryptedKey: row.encryptedKey },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  return kept !== undefined
}

/** Confirms the key if it still waits. Of two first codes at once, only one succeeds. */
export const claimPending = async (
  db: Db,
  {
    userId,
    encryptedKey,
    ...change
  }: { userId: UserId; encryptedKey: string; lastStep: number; confirmedAt: Date },
) => {
  const waiting = and(eq(secondFactors.encryptedKey, encryptedKey), isNull(secondFactors.confirmedAt))
  const [row] = await db
    .update(secondFactors)
    .set(change)
    .where(and(eq(secondFactors.userId, userId), waiting))
    .returning({ userId: secondFactors.userId })
  return row !== undefined
}

/** Takes a time step and all earlier ones. Of several requests with a code of the same step, only one succeeds. */
export const claimStep = async (db: Db, userId: UserId, step: number) => {
  const unused = and(lt(secondFactors.lastStep, step), isNotNull(secondFactors.confirmedAt))
  const [row] = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), unused))
    .returning({ userId: secondFactors.userId })
  return row !== undefined
}

export const claimRecoveryCode = async (db: Db, userId: UserId, codeHash: string) => {
  const theirs = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash))
  const [row] = await db.delete(recoveryCodes).where(theirs).returning({ userId: recoveryCodes.userId })
  return row !== undefined
}

/** Replaces all recovery codes. */
export const replaceRecoveryCodes = async (db: Db, userId: UserId, hashes: string[]) => {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

export const countRecoveryCodes = async (db: Db, userId: UserId) => {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return row?.left ?? 0
}

export const remove = async (db: Db, userId: UserId) => {
  const id = userId
  await db.delete(secondFactors).where(eq(secondFactors.userId, id))
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
}
