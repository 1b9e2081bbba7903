import { and, asc, desc, eq, inArray, isNotNull, lt, type SQLWrapper } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { TaskId } from '#contract/tasks.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openAmong } from '#server/platform/db/guarded-links.ts'
import { isLookedUpIn } from '#server/platform/db/ids.ts'
import { type IsWanted, type WaitingParams, waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { verifications } from '../schema.ts'

export type VerificationRow = typeof verifications.$inferSelect

interface Wanted {
  clients: SQLWrapper
  /** A condition on the item's state in the queue, and on what it is for. */
  isWanted: IsWanted
}

const waits = ({ clients, isWanted }: Wanted) =>
  and(
    isLookedUpIn(verifications.clientId, clients),
    asConstant(eq(verifications.outcome, 'review')),
    isWanted(verifications.taskId, { taskId: verifications.taskId }),
  )

/** The longest wait first. */
export const listWaiting = (db: Db, wanted: Wanted) =>
  db.select().from(verifications).where(waits(wanted)).orderBy(asc(verifications.completedAt)).limit(pageSize)

export const countWaiting = (db: Db, wanted: Wanted, clientId: UserId) =>
  db.$count(verifications, and(waits(wanted), eq(verifications.clientId, clientId)))

/** Returns a check that the user may see, locked for the rest of the transaction. */
export const claim = async (db: Db, clients: SQLWrapper, taskId: TaskId) => {
  const [row] = await db
    .select()
    .from(verifications)
    .where(and(eq(verifications.taskId, taskId), inArray(verifications.clientId, clients)))
    .for('update')
  return row ?? notFound('check')
}

/** The same without a lock. */
export const get = async (db: Db, clients: SQLWrapper, taskId: TaskId) => {
  const [row] = await db
    .select()
    .from(verifications)
    .where(and(eq(verifications.taskId, taskId), inArray(verifications.clientId, clients)))
  return row ?? notFound('check')
}

/** Returns a condition on the id of a check's task: whether the check is of one of these clients. */
export const openTo = (db: Db, clients: SQLWrapper) => {
  const { taskId, clientId } = verifications
  return openAmong(db, { table: verifications, id: taskId, theirs: inArray(clientId, clients) })
}

/** Lists the checks that have waited longest. */
export const listLongestWaiting = (db: Db, wanted: Wanted, { lateBefore, limit }: WaitingParams) => {
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
    .where(waits(wanted))
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

/** Puts a check that a person had accepted back in review. Returns whether there was one. */
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
