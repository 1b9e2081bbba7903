import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { CaptureSession, SessionDocument } from '#contract/identity/session.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Capture, CapturedStep } from '#server/platform/ports/providers.ts'
import { captureSessions, captureSteps } from './schema.ts'

type Row = typeof captureSessions.$inferSelect

/** Inserts a session once per id and returns it, or null. Ends every earlier session of this client. */
export const open = async (db: Db, row: typeof captureSessions.$inferInsert) => {
  await db.transaction(async (tx) => {
    const [isNew] = await tx.insert(captureSessions).values(row).onConflictDoNothing().returning()
    if (isNew) await replaceOthers(tx, isNew)
  })
  const [kept] = await db.select().from(captureSessions).where(eq(captureSessions.id, row.id))
  return kept ?? null
}

const replaceOthers = async (db: Db, { id, clientId }: Row) => {
  const open = await db
    .select({ id: captureSessions.id })
    .from(captureSessions)
    .where(and(eq(captureSessions.clientId, clientId), isNull(captureSessions.submittedAt)))
  const others = open.map((session) => session.id).filter((session) => session !== id)
  if (others.length > 0)
    await db.update(captureSessions).set({ isReplaced: true }).where(inArray(captureSessions.id, others))
}

export const findByToken = async (db: Db, token: string, now: Date) => {
  const [row] = await db
    .select()
    .from(captureSessions)
    .where(eq(captureSessions.tokenHash, hashOf(token)))
  return row ? whole(db, row, now) : null
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

export const findById = async (db: Db, id: string, now: Date) => {
  const [row] = await db.select().from(captureSessions).where(eq(captureSessions.id, id))
  return row ? whole(db, row, now) : null
}

export const claim = async (db: Db, id: string, now: Date) => {
  const [row] = await db.select().from(captureSessions).where(eq(captureSessions.id, id)).for('update')
  return row ? whole(db, row, now) : null
}

const whole = async (db: Db, row: Row, now: Date): Promise<Capture> => {
  const { id, clientId, comparesFaces, document, prompt, expiresAt } = row
  const steps = await db.select(shown).from(captureSteps).where(eq(captureSteps.sessionId, id))
  return { id, clientId, comparesFaces, document, prompt, expiresAt, steps, state: stateOf(row, now) }
}

const shown = {
  type: captureSteps.type,
  documentId: captureSteps.documentId,
  result: captureSteps.result,
  issues: captureSteps.issues,
  verdict: captureSteps.verdict,
  read: captureSteps.read,
}

const stateOf = ({ submittedAt, isReplaced, expiresAt }: Row, now: Date): CaptureSession['state'] => {
  if (submittedAt !== null) return 'submitted'
  if (isReplaced) return 'replaced'
  return now >= expiresAt ? 'expired' : 'open'
}

export const updateDocument = async (db: Db, id: string, document: SessionDocument) => {
  await db.update(captureSessions).set({ document }).where(eq(captureSessions.id, id))
  const ofDocument = inArray(captureSteps.type, ['FRONTSIDE', 'BACKSIDE'])
  await db.delete(captureSteps).where(and(eq(captureSteps.sessionId, id), ofDocument))
}

export const saveStep = async (db: Db, sessionId: string, step: CapturedStep) => {
  const target = [captureSteps.sessionId, captureSteps.type]
  await db
    .insert(captureSteps)
    .values({ sessionId, ...step })
    .onConflictDoUpdate({ target, set: step })
}

export const updateSubmitted = async (db: Db, id: string, submittedAt: Date) => {
  await db.update(captureSessions).set({ submittedAt }).where(eq(captureSessions.id, id))
}

export const removeAllOf = async (db: Db, clientId: UserId) => {
  await db.delete(captureSessions).where(eq(captureSessions.clientId, clientId))
}
