import { and, eq, inArray } from 'drizzle-orm'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ClientScope, type FileScope, isInScope } from '#server/platform/db/file-scope.ts'
import { isAmong } from '#server/platform/db/ids.ts'
import { renderedOnce } from '#server/platform/db/rendered.ts'
import { tasks } from '../schema.ts'

/** Returns the scope of tasks, and of what belongs to them, that the user may see. */
export const fileScopeOf = (db: Db, scope: ClientScope): FileScope => {
  const { hiddenMatters, namedMatters } = scope
  return {
    ...scope,
    hidden:
      hiddenMatters &&
      renderedOnce(hiddenMatters, 'their tasks', () =>
        db.select({ id: tasks.id }).from(tasks).where(inArray(tasks.matterId, hiddenMatters)),
      ),
    named: namedMatters && {
      tasks: renderedOnce(namedMatters, 'their tasks', () =>
        db.select({ id: tasks.id }).from(tasks).where(isAmong(tasks.matterId, namedMatters)),
      ),
      clients: renderedOnce(namedMatters, 'their clients', () =>
        db.select({ id: tasks.clientId }).from(tasks).where(isAmong(tasks.matterId, namedMatters)),
      ),
    },
  }
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

/** Returns the matter of a task, or null if it belongs to none or no longer exists. */
export const findMatterOf = async (db: Db, id: TaskId | null): Promise<MatterId | null> => {
  if (id === null) return null
  const [task] = await db.select({ matterId: tasks.matterId }).from(tasks).where(eq(tasks.id, id))
  return task?.matterId ?? null
}
