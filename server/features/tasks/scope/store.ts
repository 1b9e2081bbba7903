import { and, asc, eq, inArray, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ClientScope, type FileScope, isInScope } from '#server/platform/db/file-scope.ts'
import { type Ids, isAmong } from '#server/platform/db/ids.ts'
import type { OrPlaceholders } from '#server/platform/db/placeholders.ts'
import { renderedOnce } from '#server/platform/db/rendered.ts'
import { waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { isDue, isHeld } from '../due/store.ts'
import { tasks, withdrawnTasks } from '../schema.ts'
import { type ShownTask, type Standing, shown } from '../store.ts'

/** Selects the tasks of matters, and those that were withdrawn from them. */
const ofMatters = (db: Db, condition: (matterId: SQLWrapper) => SQL, column: 'id' | 'clientId' = 'id') => {
  const [current, past] = [tasks, withdrawnTasks].map((table) =>
    db
      .select({ [column]: table[column] })
      .from(table)
      .where(condition(table.matterId)),
  )
  return sql`(${current} union all ${past})`
}

/** Selects the ids of the tasks of these matters, and of those that were withdrawn from them. */
export const selectTasksOf = (db: Db, matterIds: Ids) =>
  ofMatters(db, (matterId) => isAmong(matterId, matterIds))

/** Selects the tasks that were withdrawn from a matter, which what belonged to them still names. */
export const selectWithdrawn = (db: Db, condition: (matterId: SQLWrapper) => SQL) =>
  db.select({ id: withdrawnTasks.id }).from(withdrawnTasks).where(condition(withdrawnTasks.matterId))

/** Returns the scope of tasks, and of what belongs to them, that the user may see. */
export const fileScopeOf = (db: Db, scope: ClientScope): FileScope => {
  const { hiddenMatters, namedMatters } = scope
  return {
    ...scope,
    hidden:
      hiddenMatters && renderedOnce(hiddenMatters, 'their tasks', () => selectTasksOf(db, hiddenMatters)),
    named: namedMatters && {
      tasks: renderedOnce(namedMatters, 'their tasks', () => selectTasksOf(db, namedMatters)),
      clients: renderedOnce(namedMatters, 'their clients', () =>
        ofMatters(db, (matterId) => isAmong(matterId, namedMatters), 'clientId'),
      ),
    },
  }
}

/** Lists the tasks of a client that the user may see: none if the client's file is closed to them. */
export const listInScope = (db: Db, scope: FileScope, clientId: UserId): Promise<ShownTask[]> => {
  const columns = { clientId: tasks.clientId, taskId: tasks.id }
  return db
    .select({ ...shown, isHeld: sql<boolean>`${isHeld}` })
    .from(tasks)
    .where(and(eq(tasks.clientId, clientId), isInScope(scope, columns)))
    .orderBy(asc(tasks.position))
}

/** Returns those of these tasks that the user may see. */
export const listVisible = async (db: Db, scope: FileScope, ids: readonly TaskId[]): Promise<Set<TaskId>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(inArray(tasks.id, [...ids]), isInScope(scope, { clientId: tasks.clientId, taskId: tasks.id })))
  return new Set(rows.map(({ id }) => id))
}

/** Returns the matter of a task, even if it was withdrawn. Null if it belongs to none. */
export const findMatterOf = async (db: Db, id: TaskId | null): Promise<MatterId | null> => {
  if (id === null) return null
  const [task] = await db.select({ matterId: tasks.matterId }).from(tasks).where(eq(tasks.id, id))
  if (task) return task.matterId
  const [past] = await db
    .select({ matterId: withdrawnTasks.matterId })
    .from(withdrawnTasks)
    .where(eq(withdrawnTasks.id, id))
  return past?.matterId ?? null
}

export type OverdueWanted = Pick<Standing, 'today'> & { limit: number }

/** Lists overdue tasks, the longest overdue first. */
export const listOverdue = (db: Db, scope: FileScope, { today, limit }: OrPlaceholders<OverdueWanted>) => {
  const { id, clientId, title, dueOn } = tasks
  // In a select of its own, so that the plan does not depend on the day and can be kept.
  const isOverdue = lt(dueOn, sql`(select ${today}::date)`)
  return db
    .select({ id, clientId, title, dueOn: sql<string>`${dueOn}`, ...waitingCounts(sql`true`) })
    .from(tasks)
    .where(and(isInScope(scope, { clientId, taskId: id }), isDue, isOverdue))
    .orderBy(asc(dueOn), asc(id))
    .limit(limit)
}
