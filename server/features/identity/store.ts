import { and, desc, eq } from 'drizzle-orm'
import type { UserId } from '#contract/accounts.ts'
import type { DocumentId } from '#contract/documents.ts'
import type { Verification } from '#contract/identity.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db.ts'
import { identityEvidence, verifications } from './schema.ts'

type VerificationRow = typeof verifications.$inferInsert

/** What a client may see of their verifications, newest first. */
export const listOf = async (db: Db, clientId: string): Promise<Verification[]> => {
  const rows = await db
    .select()
    .from(verifications)
    .where(eq(verifications.clientId, clientId as UserId))
    .orderBy(desc(verifications.completedAt))
  return rows.map(({ taskId, verificationType, outcome, document, accountNumber, modulus, completedAt }) => ({
    taskId,
    verificationType,
    outcome,
    document,
    account: accountNumber && `Account ending ${accountNumber.slice(-4)}`,
    modulus,
    completedAt,
  }))
}

/** A task that the firm has opened again is verified anew. */
export const save = (db: Db, row: VerificationRow) =>
  db.insert(verifications).values(row).onConflictDoUpdate({ target: verifications.taskId, set: row })

/** Changes how a submitted identity check stands; tells whether there was one that stood otherwise. */
export const updateOutcome = async (
  db: Db,
  { clientId, taskId, outcome }: { clientId: UserId; taskId: TaskId; outcome: Verification['outcome'] },
) => {
  const mine = and(eq(verifications.taskId, taskId), eq(verifications.clientId, clientId))
  const [before] = await db.select({ outcome: verifications.outcome }).from(verifications).where(mine)
  if (before === undefined || before.outcome === outcome) return false
  await db.update(verifications).set({ outcome }).where(mine)
  return true
}

export const findEvidence = async (db: Db, clientId: string) => {
  const [evidence] = await db
    .select({ documentId: identityEvidence.documentId })
    .from(identityEvidence)
    .where(eq(identityEvidence.clientId, clientId as UserId))
    .limit(1)
  return evidence ?? null
}

export const insertEvidence = (db: Db, row: typeof identityEvidence.$inferInsert) =>
  db.insert(identityEvidence).values(row).onConflictDoNothing()

export const removeEvidence = async (db: Db, clientId: UserId, documentId: DocumentId) => {
  const mine = and(eq(identityEvidence.documentId, documentId), eq(identityEvidence.clientId, clientId))
  const [gone] = await db.delete(identityEvidence).where(mine).returning()
  return gone !== undefined
}

export const removeAllOf = async (db: Db, clientId: UserId) => {
  await db.delete(verifications).where(eq(verifications.clientId, clientId))
  await db.delete(identityEvidence).where(eq(identityEvidence.clientId, clientId))
}
