import { and, asc, desc, eq, inArray, isNotNull, lt, type SQLWrapper } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type WaitingWanted, waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { verifications } from '../schema.ts'

export type VerificationRow = typeof verifications.$inferSelect

/** Who has waited longest comes first. */
export const listWaiting = (db: Db, clients: SQLWrapper) =>
  db
    .select()
    .from(verifications)
    .where(and(inArray(verifications.clientId, clients), eq(verifications.outcome, 'review')))
    .orderBy(asc(verifications.completedAt))
    .limit(pageSize)

export const countWaiting = (db: Db, clients: SQLWrapper, clientId: UserId) =>
  db.$count(
    verifications,
    and(
      inArray(verifications.clientId, clients),
      eq(verifications.clientId, clientId),
      eq(verifications.outcome, 'review'),
    ),
  )

/** Those that have waited longest. */
export const listLongestWaiting = (db: Db, clients: SQLWrapper, { lateBefore, limit }: WaitingWanted) => {
  const { taskId, clientId, verificationType, completedAt } = verifications
  return db
    .select({
      id: taskId,
      clientId,
      title: verificationType,
      since: completedAt,
      ...waitingCounts(lt(completedAt, lateBefore)),
    })
    .from(verifications)
    .where(and(inArray(clientId, clients), eq(verifications.outcome, 'review')))
    .orderBy(asc(completedAt), asc(taskId))
    .limit(limit)
}

export const listOfClient = (db: Db, clientId: UserId) =>
  db
    .select()
    .from(verifications)
    .where(eq(verifications.clientId, clientId))
    .orderBy(desc(verifications.completedAt))

const of = (clientId: UserId, taskId: TaskId) =>
  and(eq(verifications.clientId, clientId), eq(verifications.taskId, taskId))

export const find = async (db: Db, clientId: UserId, taskId: TaskId) => {
  const [row] = await db.select().from(verifications).where(of(clientId, taskId))
  return row ?? null
}

/** A check that a person accepted waits again; whether there was one. */
export const updateUnaccepted = async (db: Db, clientId: UserId, taskId: TaskId) => {
  const again = { outcome: 'review', acceptedById: null, acceptedAt: null, note: null } as const
  const rows = await db
    .update(verifications)
    .set(again)
    .where(and(of(clientId, taskId), isNotNull(verifications.acceptedById)))
    .returning({ taskId: verifications.taskId })
  return rows.length > 0
}

export const remove = (db: Db, clientId: UserId, taskId: TaskId) =>
  db.delete(verifications).where(of(clientId, taskId))
