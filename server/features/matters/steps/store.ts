import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  like,
  ne,
  notLike,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAmong } from '#server/platform/db/ids.ts'
import type { TaskRows } from '#server/platform/db/task-rows.ts'
import type { WaitingFor } from '#server/platform/db/waiting-rows.ts'
import { matters, matterTasks } from '../schema.ts'
import { isVisibleTo, type MatterReader } from '../store.ts'

export type MatterTaskRow = typeof matterTasks.$inferSelect

// A template's step key cannot contain a space, so the two kinds cannot collide.
const requestKey = (taskId: TaskId) => `request ${taskId}`
const isRequest = like(matterTasks.stepKey, 'request %')
const isStep = notLike(matterTasks.stepKey, 'request %')

/** Lists the tasks that are steps of the template. Requests by a person of the firm are left out. */
export const listOf = (db: Db, matterId: MatterId): Promise<MatterTaskRow[]> =>
  db
    .select()
    .from(matterTasks)
    .where(and(eq(matterTasks.matterId, matterId), isStep))
    .orderBy(asc(matterTasks.openedAt), asc(matterTasks.clientId))

/** Inserts a person's request on this matter that is not part of its template. */
export const insertRequest = (
  db: Db,
  row: Pick<MatterTaskRow, 'matterId' | 'clientId' | 'openedAt'> & { taskId: TaskId },
) => insert(db, { ...row, stepKey: requestKey(row.taskId), isAdopted: false })

const taskIds = (db: Db) => db.select({ id: sql<TaskId>`${matterTasks.taskId}` }).from(matterTasks)

type OfMatters = (matterId: SQLWrapper) => SQL
/** Selects the tasks that were withdrawn from such matters. */
type SelectWithdrawn = (db: Db, ofMatters: OfMatters) => SQLWrapper

/**
 * Returns the task ids of these people on this matter, and on others. A task of both is in both. `part` has the people
 * of whom only these tasks of this matter are selected.
 */
export const rowsOf = (
  db: Db,
  matterId: MatterId,
  {
    clientIds,
    part = null,
    selectWithdrawn,
  }: { clientIds: UserId[]; part?: TaskRows['part']; selectWithdrawn: SelectWithdrawn },
): TaskRows => {
  const people = [...clientIds, ...(part?.clientIds ?? [])]
  const isTheirs = and(inArray(matterTasks.clientId, people), isNotNull(matterTasks.taskId))
  // What belonged to a task that was withdrawn from a matter stays with that matter.
  const withWithdrawn = (ofMatters: OfMatters) =>
    sql`(${taskIds(db).where(and(ofMatters(matterTasks.matterId), isTheirs))}
      union all ${selectWithdrawn(db, ofMatters)})`
  return {
    clientIds,
    part,
    own: withWithdrawn((id) => eq(id, matterId)),
    elsewhere: withWithdrawn((id) => ne(id, matterId)),
  }
}

/** Returns a condition on a waiting item: it is for a task of this matter, or for the matter itself. */
export const isFor =
  (db: Db, id: MatterId) =>
  ({ taskId, matterId }: WaitingFor): SQL => {
    if (matterId) return sql`${matterId} = ${id}`
    if (!taskId) return sql`false`
    const ids = taskIds(db).where(and(eq(matterTasks.matterId, id), isNotNull(matterTasks.taskId)))
    return sql`${taskId} in ${ids}`
  }

/** Returns the ids of a matter's tasks that are steps of its template. */
export const stepIdsOf = (db: Db, matterId: MatterId) =>
  taskIds(db).where(and(eq(matterTasks.matterId, matterId), isNotNull(matterTasks.taskId), isStep))

/** Returns the tasks that belong to this matter and to no other that isn't closed, of all its clients. */
export const listOfMatterAlone = async (db: Db, matterId: MatterId): Promise<TaskId[]> => {
  const own = alias(matterTasks, 'own')
  const ofMatter = db.select({ id: own.taskId }).from(own).where(eq(own.matterId, matterId))
  const rows = await db
    .select({ id: sql<TaskId>`${matterTasks.taskId}` })
    .from(matterTasks)
    .innerJoin(matters, eq(matters.id, matterTasks.matterId))
    .where(inArray(matterTasks.taskId, ofMatter))
    .groupBy(matterTasks.taskId)
    .having(sql`bool_and(${matters.status} = 'closed' or ${matters.id} = ${matterId})`)
  return rows.map(({ id }) => id)
}

/** Lists the tasks of these matters with their clients. Withdrawn ones are left out. */
export const listTasksOf = async (db: Db, matterIds: readonly MatterId[]) => {
  const { matterId, clientId, taskId } = matterTasks
  return matterIds.length === 0
    ? []
    : db
        .select({ matterId, clientId, taskId: sql<TaskId>`${taskId}` })
        .from(matterTasks)
        .where(and(inArray(matterId, [...matterIds]), isNotNull(taskId)))
}

/** Lists the matters that have this task as a step. */
export const listMattersOf = async (db: Db, taskId: TaskId): Promise<MatterId[]> => {
  const rows = await db
    .selectDistinct({ id: matterTasks.matterId })
    .from(matterTasks)
    .where(eq(matterTasks.taskId, taskId))
  return rows.map(({ id }) => id)
}

/** The same for several tasks. */
export const listLinksOf = async (db: Db, taskIds: readonly TaskId[]) =>
  taskIds.length === 0
    ? []
    : db
        .selectDistinct({
          taskId: sql<TaskId>`${matterTasks.taskId}`,
          matterId: matterTasks.matterId,
        })
        .from(matterTasks)
        .where(isAmong(matterTasks.taskId, taskIds))

/** The same with the matter's name, and whether the reader may see it. */
export const listNamedOf = (db: Db, reader: MatterReader, taskIds: readonly TaskId[]) => {
  const isOfTasks = isAmong(matterTasks.taskId, taskIds)
  const theirs = db.select({ id: matterTasks.matterId }).from(matterTasks).where(isOfTasks)
  return db
    .selectDistinct({
      taskId: sql<TaskId>`${matterTasks.taskId}`,
      id: matters.id,
      reference: matters.reference,
      title: matters.title,
      isVisible: sql<boolean>`${isVisibleTo(db, reader, inArray(matters.id, theirs)) ?? sql`true`}`,
    })
    .from(matterTasks)
    .innerJoin(matters, eq(matters.id, matterTasks.matterId))
    .where(isOfTasks)
}

/** Returns the tasks of a client that belong to any matter. */
export const listUsed = async (db: Db, clientId: UserId): Promise<Set<TaskId>> => {
  const rows = await db
    .select({ id: matterTasks.taskId })
    .from(matterTasks)
    .where(and(eq(matterTasks.clientId, clientId), isNotNull(matterTasks.taskId)))
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

const insert = (db: Db, row: typeof matterTasks.$inferInsert) => db.insert(matterTasks).values(row)

/** Inserts the tasks of steps that opened. */
export const insertSteps = async (db: Db, rows: readonly MatterTaskRow[]) => {
  if (rows.length > 0) await db.insert(matterTasks).values([...rows])
}

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

/** Takes tasks off the steps of all matters, so that the steps open anew once such a matter is reopened. */
export const removeSteps = async (db: Db, ids: readonly TaskId[]) => {
  if (ids.length > 0) await db.delete(matterTasks).where(and(inArray(matterTasks.taskId, [...ids]), isStep))
}

/** Handles a deleted task: a request is deleted too, and a step stays withdrawn. */
export const updateWithdrawn = async (db: Db, taskId: TaskId) => {
  await db.delete(matterTasks).where(and(eq(matterTasks.taskId, taskId), isRequest))
  await db.update(matterTasks).set({ taskId: sql`null` }).where(eq(matterTasks.taskId, taskId))
}

export const removeOfClient = (db: Db, clientId: UserId) =>
  db.delete(matterTasks).where(eq(matterTasks.clientId, clientId))

export const removeOfMatters = async (db: Db, matterIds: readonly MatterId[]) => {
  if (matterIds.length > 0) await db.delete(matterTasks).where(inArray(matterTasks.matterId, [...matterIds]))
}
