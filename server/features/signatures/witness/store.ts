import { and, eq, isNotNull, lte } from 'drizzle-orm'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAmong } from '#server/platform/db/ids.ts'
import { deedWitnesses } from './schema.ts'

export type WitnessRow = typeof deedWitnesses.$inferSelect

export const find = async (db: Db, documentId: DocumentId): Promise<WitnessRow | null> => {
  const [found] = await db.select().from(deedWitnesses).where(eq(deedWitnesses.documentId, documentId))
  return found ?? null
}

/** Returns the newest invitation of each of these deeds. */
export const listOf = (db: Db, ids: readonly DocumentId[]) =>
  db
    .select({
      documentId: deedWitnesses.documentId,
      state: deedWitnesses.state,
      name: deedWitnesses.name,
      expiresAt: deedWitnesses.expiresAt,
    })
    .from(deedWitnesses)
    .where(isAmong(deedWitnesses.documentId, ids))

export const findByToken = async (db: Db, tokenHash: string): Promise<WitnessRow | null> => {
  const [found] = await db.select().from(deedWitnesses).where(eq(deedWitnesses.tokenHash, tokenHash))
  return found ?? null
}

/** Locks the row for the rest of the transaction, so that a second request with the same link waits. */
export const claimByToken = async (db: Db, tokenHash: string): Promise<WitnessRow | null> => {
  const [found] = await db
    .select()
    .from(deedWitnesses)
    .where(eq(deedWitnesses.tokenHash, tokenHash))
    .for('update')
  return found ?? null
}

export const replace = async (db: Db, row: typeof deedWitnesses.$inferInsert) => {
  await db.delete(deedWitnesses).where(eq(deedWitnesses.documentId, row.documentId))
  await db.insert(deedWitnesses).values(row)
}

export const update = (db: Db, documentId: DocumentId, change: Partial<typeof deedWitnesses.$inferInsert>) =>
  db.update(deedWitnesses).set(change).where(eq(deedWitnesses.documentId, documentId))

/** Completes the invitation of the witness who signed. A newer invitation has another token and stays. */
export const complete = (db: Db, { tokenHash }: Pick<WitnessRow, 'tokenHash'>) =>
  db
    .update(deedWitnesses)
    .set({ state: 'witnessed', mark: null, signedFrom: null })
    .where(eq(deedWitnesses.tokenHash, tokenHash))

/** Deletes the signatures of signers whose invitation expired before the witness signed. */
export const removeLapsedMarks = (db: Db, now: Date) =>
  db
    .update(deedWitnesses)
    .set({ mark: null, signedFrom: null })
    .where(and(isNotNull(deedWitnesses.mark), lte(deedWitnesses.expiresAt, now)))
