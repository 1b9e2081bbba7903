import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { FaceComparison, Verification } from '#contract/identity/identity.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db/database.ts'
import {
  biometricConsents,
  faceComparisons,
  facePictures,
  identityEvidence,
  identityReports,
  verifications,
} from './schema.ts'

type VerificationRow = typeof verifications.$inferInsert

/** Returns what a client may see of their verifications, newest first. */
export const listOf = async (db: Db, clientId: UserId): Promise<Verification[]> => {
  const rows = await db
    .select()
    .from(verifications)
    .where(eq(verifications.clientId, clientId))
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

/** Inserts a verification, or replaces it if the firm has reopened the task. */
export const save = (db: Db, row: VerificationRow) =>
  db.insert(verifications).values(row).onConflictDoUpdate({ target: verifications.taskId, set: row })

/** Changes the outcome of a submitted identity check. Returns whether it was different before. */
export const updateOutcome = async (
  db: Db,
  { clientId, taskId, outcome }: { clientId: UserId; taskId: TaskId; outcome: Verification['outcome'] },
) => {
  const mine = and(eq(verifications.taskId, taskId), eq(verifications.clientId, clientId))
  const { outcome: known, acceptedById } = verifications
  const [before] = await db.select({ known, acceptedById }).from(verifications).where(mine)
  // A person's decision is not overruled.
  if (before === undefined || before.known === outcome || before.acceptedById !== null) return false
  await db.update(verifications).set({ outcome }).where(mine)
  return true
}

export const listEvidence = (db: Db, clientId: UserId) =>
  db
    .select({ documentId: identityEvidence.documentId, shows: identityEvidence.shows })
    .from(identityEvidence)
    .where(eq(identityEvidence.clientId, clientId))

/** Lists the pictures of a client's face that were sent. */
export const listFaces = (db: Db, clientId: UserId) =>
  db
    .select({ documentId: facePictures.documentId })
    .from(facePictures)
    .where(and(eq(facePictures.clientId, clientId), eq(facePictures.shows, 'selfie')))

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
  await db.delete(biometricConsents).where(eq(biometricConsents.clientId, clientId))
  await db.delete(identityReports).where(eq(identityReports.clientId, clientId))
  await db.delete(facePictures).where(eq(facePictures.clientId, clientId))
  await removeComparisons(db, clientId)
}

/** Allows one operation on this client's faces at a time, so that nothing is stored after consent was withdrawn. */
export const holdFaces = (db: Db, clientId: UserId) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`faces:${clientId}`}, 0))`)

export const findConsent = async (db: Db, clientId: UserId) => {
  const { given, textVersion, at } = biometricConsents
  const [last] = await db
    .select({ given, textVersion, at })
    .from(biometricConsents)
    .where(eq(biometricConsents.clientId, clientId))
    .orderBy(desc(biometricConsents.id))
    .limit(1)
  return last ?? null
}

export const insertConsent = (db: Db, row: typeof biometricConsents.$inferInsert) =>
  db.insert(biometricConsents).values(row)

export const insertPicture = (db: Db, row: typeof facePictures.$inferInsert) =>
  db.insert(facePictures).values(row).onConflictDoNothing()

export const removePicture = async (db: Db, clientId: UserId, documentId: DocumentId) => {
  await db
    .delete(facePictures)
    .where(and(eq(facePictures.clientId, clientId), eq(facePictures.documentId, documentId)))
  const { documentId: portrait, selfieId: selfie } = faceComparisons
  await db
    .delete(faceComparisons)
    .where(and(eq(faceComparisons.clientId, clientId), or(eq(portrait, documentId), eq(selfie, documentId))))
}

export type PictureRow = typeof facePictures.$inferSelect

/** Newest first. */
export const listPictures = (db: Db, clientId: UserId): Promise<PictureRow[]> =>
  db
    .select()
    .from(facePictures)
    .where(eq(facePictures.clientId, clientId))
    .orderBy(desc(facePictures.documentId))

export const listComparisons = (db: Db, clientId: UserId): Promise<FaceComparison[]> =>
  db
    .select()
    .from(faceComparisons)
    .where(eq(faceComparisons.clientId, clientId))
    .orderBy(desc(faceComparisons.comparedAt), desc(faceComparisons.documentId))

export const insertComparison = (db: Db, row: FaceComparison) =>
  db.insert(faceComparisons).values(row).onConflictDoNothing()

export const removeComparisons = (db: Db, clientId: UserId) =>
  db.delete(faceComparisons).where(eq(faceComparisons.clientId, clientId))
