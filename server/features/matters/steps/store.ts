import { and, asc, eq, inArray, isNotNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matterTasks } from '../schema.ts'

export type MatterTaskRow = typeof matterTasks.$inferSelect

export const listOf = (db: Db, matterId: MatterId): Promise<MatterTaskRow[]> =>
  db
    .select()
    .from(matterTasks)
    .where(eq(matterTasks.matterId, matterId))
    .orderBy(asc(matterTasks.openedAt), asc(matterTasks.clientId))

/** Which tasks of whom belong to these matters; what was taken back is left out. */
export const listAsked = async (db: Db, matterIds: readonly MatterId[]) => {
  const { matterId, clientId, taskId } = matterTasks
  return matterIds.length === 0
    ? []
    : db
        .select({ matterId, clientId, taskId: sql<TaskId>`${taskId}` })
        .from(matterTasks)
        .where(and(inArray(matterId, [...matterIds]), isNotNull(taskId)))
}

/** The matters of which this task is a step. */
export const listMattersOf = async (db: Db, taskId: TaskId): Promise<MatterId[]> => {
  const rows = await db
    .selectDistinct({ id: matterTasks.matterId })
    .from(matterTasks)
    .where(eq(matterTasks.taskId, taskId))
  return rows.map(({ id }) => id)
}

/** The same for several tasks, each with whether it is one of the visible matters. */
export const listLinksOf = async (db: Db, taskIds: readonly TaskId[], visible: SQLWrapper) =>
  taskIds.length === 0
    ? []
    : db
        .selectDistinct({
          taskId: sql<TaskId>`${matterTasks.taskId}`,
          matterId: matterTasks.matterId,
          isVisible: sql<boolean>`${inArray(matterTasks.matterId, visible)}`,
        })
        .from(matterTasks)
        .where(inArray(matterTasks.taskId, [...taskIds]))

/** Those of a client's tasks that are a step of any matter. */
export const listUsed = async (db: Db, clientId: UserId): Promise<Set<TaskId>> => {
  const rows = await db
    .select({ id: matterTasks.taskId })
    .from(matterTasks)
    .where(and(eq(matterTasks.clientId, clientId), isNotNull(matterTasks.taskId)))
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

export const insert = (db: Db, row: typeof matterTasks.$inferInsert) => db.insert(matterTasks).values(row)

export const remove = (db: Db, { matterId, stepKey, clientId }: MatterTaskRow) =>
  db
    .delete(matterTasks)
    .where(
      and(
        eq(matterTasks.matterId, matterId),
        eq(matterTasks.stepKey, stepKey),
        eq(matterTasks.clientId, clientId),
      ),
    )

/** The task is gone; the step stays taken back. */
export const updateWithdrawn = (db: Db, taskId: TaskId) =>
  db.update(matterTasks).set({ taskId: sql`null` }).where(eq(matterTasks.taskId, taskId))

export const removeOfClient = (db: Db, clientId: UserId) =>
  db.delete(matterTasks).where(eq(matterTasks.clientId, clientId))

export const removeOfMatters = async (db: Db, matterIds: readonly MatterId[]) => {
  if (matterIds.length > 0) await db.delete(matterTasks).where(inArray(matterTasks.matterId, [...matterIds]))
}
