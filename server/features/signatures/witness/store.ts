import { and, eq, isNotNull, lte } from 'drizzle-orm'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { Db } from '#server/platform/db/database.ts'
import { deedWitnesses } from './schema.ts'

export type WitnessRow = typeof deedWitnesses.$inferSelect

export const find = async (db: Db, documentId: DocumentId): Promise<WitnessRow | null> => {
  const [found] = await db.select().from(deedWitnesses).where(eq(deedWitnesses.documentId, documentId))
  return found ?? null
}

export const findByToken = async (db: Db, tokenHash: string): Promise<WitnessRow | null> => {
  const [found] = await db.select().from(deedWitnesses).where(eq(deedWitnesses.tokenHash, tokenHash))
  return found ?? null
}

/** Takes the row for the rest of the transaction, so that of two who come with one link one is first. */
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

/** Whose witness signed: another that was invited meanwhile is not theirs. */
export const complete = (db: Db, { tokenHash }: Pick<WitnessRow, 'tokenHash'>) =>
  db
    .update(deedWitnesses)
    .set({ state: 'witnessed', mark: null, signedFrom: null })
    .where(eq(deedWitnesses.tokenHash, tokenHash))

/** What a signer signed with is forgotten where the time was over before their witness signed. */
export const removeLapsedMarks = (db: Db, now: Date) =>
  db
    .update(deedWitnesses)
    .set({ mark: null, signedFrom: null })
    .where(and(isNotNull(deedWitnesses.mark), lte(deedWitnesses.expiresAt, now)))
