import { and, asc, count, eq, inArray, lt, ne, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { FirmForm } from '#contract/forms/firm-form.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { Task, TaskId } from '#contract/tasks.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { type Db, prepared } from '#server/platform/db/database.ts'
import { type ClientScope, type FileScope, isInScope, isUnhidden } from '#server/platform/db/file-scope.ts'
import { isInArray } from '#server/platform/db/ids.ts'
import { isDue, isHeld, isUnfinished } from './due/store.ts'
import { isReached } from './guest-access/store.ts'
import { taskForms, tasks } from './schema.ts'

export type TaskRow = typeof tasks.$inferSelect
type Change = Partial<typeof tasks.$inferInsert>

export const shown = {
  id: tasks.id,
  title: tasks.title,
  description: tasks.description,
  category: tasks.category,
  kind: tasks.kind,
  status: tasks.status,
  amount: tasks.amount,
  currency: tasks.currency,
  outcome: tasks.outcome,
  reason: tasks.reason,
  dueOn: tasks.dueOn,
  doneBy: tasks.doneBy,
  // The names are in full, because columns that Drizzle writes here would mean those of the inner table.
  isShared: sql<boolean>`"tasks"."shared_id" is not null and exists (
    select 1 from ${tasks} as "other" where "other"."shared_id" = "tasks"."shared_id" and "other"."id" <> "tasks"."id")`,
  isOfClosed: tasks.isOfClosed,
  createdAt: tasks.createdAt,
  completedAt: tasks.completedAt,
}

const tasksOf = prepared((db: Db) =>
  db
    .select(shown)
    .from(tasks)
    .where(and(eq(tasks.clientId, sql.placeholder('client')), not(isHeld), isReached))
    .orderBy(asc(tasks.position))
    .prepare('tasks_of_client'),
)
/** Lists a client's tasks as they see them: without those on hold. In one statement, because every page needs it. */
export const listOf = (db: Db, clientId: UserId): Promise<Task[]> => tasksOf(db, { client: clientId })

export type ShownTask = Task & { isHeld: boolean }

/** Lists a client's tasks, held ones too, without those of matters that are hidden from the user. */
export const listShownOf = (
  db: Db,
  { hiddenMatters, condition }: Partial<Pick<ClientScope, 'hiddenMatters'>> & { condition?: SQL },
  clientId: UserId,
): Promise<ShownTask[]> =>
  db
    .select({ ...shown, isHeld: sql<boolean>`${isHeld}` })
    .from(tasks)
    .where(and(eq(tasks.clientId, clientId), isUnhidden(hiddenMatters, tasks.matterId), condition))
    .orderBy(asc(tasks.position))

export interface Standing {
  standing: 'to_do' | 'overdue' | 'done'
  today: string
  /** Matters that are hidden from the user. Their tasks are ignored. */
  hidden: SQLWrapper | undefined
  /** Whether it is asked of every client of the firm. */
  isAll: boolean
}

/**
 * Returns a condition on whether a client has something left to do, is overdue, or has done everything. Written as scalar
 * subqueries instead of `exists`, so that PostgreSQL evaluates them client by client in list order and stops at the end of
 * the page. Of all clients few may be overdue, so these are found first, by the index of what is due.
 */
export const hasTaskStanding =
  (db: Db, { standing, today, hidden, isAll }: Standing) =>
  (clientId: SQLWrapper) => {
    const unhidden = isUnhidden(hidden, tasks.matterId)
    const isLate = lt(tasks.dueOn, sql`(select ${today}::date)`)
    if (standing === 'overdue' && isAll) {
      const late = db.select({ id: tasks.clientId }).from(tasks)
      return isInArray(clientId, late.where(and(isDue, isLate, unhidden)))
    }
    const ofClient = and(sql`${tasks.clientId} = ${clientId}`, unhidden)
    if (standing === 'done') {
      const isAnyDue = db.select({ isAnyDue: sql`bool_or(${isDue})` }).from(tasks)
      // Null, and not false, for a client without any task.
      return sql`(${isAnyDue.where(ofClient)}) is false`
    }
    const due = db.select({ one: sql`1` }).from(tasks)
    const isWanted = and(ofClient, isDue, standing === 'overdue' ? isLate : undefined)
    return sql`(${due.where(isWanted).limit(1)}) is not null`
  }

const mine = (clientId: UserId, id: TaskId) => and(eq(tasks.id, id), eq(tasks.clientId, clientId))

export const get = async (db: Db, clientId: UserId, id: TaskId) => {
  const [task] = await db.select().from(tasks).where(mine(clientId, id))
  return task ?? notFound('task')
}

/** Returns the task as its client sees it. */
export const getShown = async (db: Db, id: TaskId): Promise<Task> => {
  const [task] = await db.select(shown).from(tasks).where(eq(tasks.id, id))
  return task ?? notFound('task')
}

/** Locks the row for the rest of the transaction, so that two concurrent answers cannot both succeed. */
export const claim = async (db: Db, clientId: UserId, id: TaskId) => {
  const { sharedId } = await get(db, clientId, id)
  // Locks all tasks that share it, in a fixed order, so that of two concurrent payments one has to wait.
  if (sharedId !== null)
    await db
      .select({ id: tasks.id })
      .from(tasks)
      .where(eq(tasks.sharedId, sharedId))
      .orderBy(asc(tasks.id))
      .for('update')
  const [task] = await db.select().from(tasks).where(mine(clientId, id)).for('update')
  return task ?? notFound('task')
}

/** Lists the clients who share a task with this client, by task. */
export const listSharers = (db: Db, clientId: UserId) => {
  const other = alias(tasks, 'other')
  return db
    .selectDistinct({ taskId: tasks.id, clientId: other.clientId })
    .from(tasks)
    .innerJoin(other, and(eq(other.sharedId, tasks.sharedId), ne(other.clientId, tasks.clientId)))
    .where(eq(tasks.clientId, clientId))
}

/** Lists the same task of the other clients who share it. */
export const listShared = async (db: Db, { id, sharedId }: Pick<TaskRow, 'id' | 'sharedId'>) =>
  sharedId === null
    ? []
    : db
        .select()
        .from(tasks)
        .where(and(eq(tasks.sharedId, sharedId), ne(tasks.id, id)))
        .orderBy(asc(tasks.id))

/** Lists all rows of a client's tasks in order. */
export const listRowsOf = (db: Db, clientId: UserId): Promise<TaskRow[]> =>
  db.select().from(tasks).where(eq(tasks.clientId, clientId)).orderBy(asc(tasks.position))

const byIds = (db: Db, ids: readonly TaskId[]) =>
  db
    .select()
    .from(tasks)
    .where(inArray(tasks.id, [...ids]))
    .orderBy(asc(tasks.id))

/** Lists the existing tasks among these ids, of any client. */
export const listByIds = async (db: Db, ids: readonly TaskId[]): Promise<TaskRow[]> =>
  ids.length === 0 ? [] : byIds(db, ids)

/** Locks the existing tasks among these ids, and returns them as they are then. */
export const claimByIds = async (db: Db, ids: readonly TaskId[]): Promise<TaskRow[]> =>
  ids.length === 0 ? [] : byIds(db, ids).for('update')

/**
 * Finds the first open task of one of these kinds, otherwise the first completed one. One that is on hold comes after
 * those that are due.
 */
export const findByKind = async (db: Db, clientId: UserId, kinds: Task['kind'][]) => {
  const [task] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.clientId, clientId), inArray(tasks.kind, kinds)))
    .orderBy(sql`${tasks.status} = 'completed'`, isHeld, asc(tasks.position))
    .limit(1)
  return task ?? null
}

/** Lists a client's due tasks of this kind, among those that all of these people may see, in order. */
export const listToDo = (db: Db, clientId: UserId, kind: Task['kind'], scopes: readonly FileScope[]) => {
  const columns = { clientId: tasks.clientId, taskId: tasks.id }
  return db
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.clientId, clientId),
        eq(tasks.kind, kind),
        ne(tasks.status, 'completed'),
        not(isHeld),
        ...scopes.map((scope) => isInScope(scope, columns)),
      ),
    )
    .orderBy(asc(tasks.position))
    .limit(pageSize)
}

/** Counts the finished and all tasks of each client, without those of hidden matters and those on hold. */
export const progressesOf = async (
  db: Db,
  { hiddenMatters }: Pick<ClientScope, 'hiddenMatters'>,
  clientIds: readonly UserId[],
) => {
  const completed = sql<number>`count(*) filter (where not (${isUnfinished}))`.mapWith(Number)
  const rows =
    clientIds.length === 0
      ? []
      : await db
          .select({ clientId: tasks.clientId, total: count(), completed })
          .from(tasks)
          .where(
            and(
              inArray(tasks.clientId, [...clientIds]),
              isUnhidden(hiddenMatters, tasks.matterId),
              not(isHeld),
            ),
          )
          .groupBy(tasks.clientId)
  return new Map(rows.map(({ clientId, ...progress }) => [clientId, progress]))
}

/** Returns the titles of tasks by id. */
export const titlesOf = async (db: Db, ids: readonly TaskId[]) => {
  const { id, title } = tasks
  const found =
    ids.length === 0
      ? []
      : await db
          .select({ id, title })
          .from(tasks)
          .where(inArray(tasks.id, [...ids]))
  return new Map(found.map((task) => [task.id, task.title]))
}

export const update = async (db: Db, id: TaskId, change: Change): Promise<Task> => {
  const [task] = await db.update(tasks).set(change).where(eq(tasks.id, id)).returning(shown)
  return task ?? notFound('task')
}

export const updateByIds = async (db: Db, ids: readonly TaskId[], change: Change) => {
  if (ids.length > 0)
    await db
      .update(tasks)
      .set(change)
      .where(inArray(tasks.id, [...ids]))
}

export const updateAllOf = (db: Db, clientId: UserId, change: Change) =>
  db.update(tasks).set(change).where(eq(tasks.clientId, clientId))

/** Inserts the rows that are missing, and leaves existing ones unchanged. */
export const insertMissing = async (db: Db, rows: (typeof tasks.$inferInsert)[]) => {
  if (rows.length > 0) await db.insert(tasks).values(rows).onConflictDoNothing()
}

const nextPosition = (clientId: UserId) =>
  sql<number>`(select coalesce(max(position), -1) + 1 from ${tasks} where client_id = ${clientId})`

/** Waits for whoever is adding a task of this client, and keeps others from it for the rest of the transaction. */
export const lockTasksOf = (db: Db, clientId: UserId) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tasks ${clientId}`}, 0))`)

/** Adds a task after the client's existing ones. */
export const insert = async (db: Db, row: Omit<typeof tasks.$inferInsert, 'position'>): Promise<Task> => {
  // Without this lock, two concurrent inserts would get the same position.
  await lockTasksOf(db, row.clientId)
  const [task] = await db
    .insert(tasks)
    .values({ ...row, position: nextPosition(row.clientId) })
    .returning(shown)
  return task ?? notFound('task')
}

/** Returns the id of the form with this content, which is stored once. */
export const ensureForm = async (db: Db, form: FirmForm, sha256: string): Promise<string> => {
  await db.insert(taskForms).values({ id: newId(), sha256, form }).onConflictDoNothing()
  const [kept] = await db.select({ id: taskForms.id }).from(taskForms).where(eq(taskForms.sha256, sha256))
  return kept?.id ?? notFound('form')
}

export const listForms = async (db: Db, ids: readonly string[]) => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(taskForms)
          .where(inArray(taskForms.id, [...ids]))
  return new Map(rows.map(({ id, form }) => [id, form]))
}
