import type { TaskId } from '#contract/tasks.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { TaskRow } from '../store.ts'
import * as store from '../store.ts'

/**
 * Copies the state of a task to the tasks of the clients who share it: done by its client, or reopened. Does nothing to
 * another client's task that they have started, as long as this one is not done.
 */
export async function alignShared(ctx: Ctx, id: TaskId, doneBy: string) {
  const [task] = await store.listByIds(ctx.db, [id])
  if (!task) return
  const { status, outcome, completedAt } = task
  for (const other of await store.listShared(ctx.db, task)) {
    const isReopened = status !== 'completed' && other.doneBy !== null
    const hasDoneIt = other.status === 'completed' && other.doneBy === null
    if (hasDoneIt || (status !== 'completed' && !isReopened)) continue
    const open = {
      status: 'pending' as const,
      outcome: null,
      completedAt: null,
      doneBy: null,
      openedAt: ctx.now,
    }
    const done = { status, outcome, completedAt, doneBy, reason: null }
    await store.update(ctx.db, other.id, isReopened ? open : done)
    await ctx.invalidate(other.clientId, 'tasks')
    await ctx.publish('tasksDueChanged', { clientId: other.clientId })
  }
}

/** Returns the ids of a task and of the tasks of others who share it. */
export const sharedIdsOf = async (db: Db, task: TaskRow): Promise<TaskId[]> => [
  task.id,
  ...(await store.listShared(db, task)).map(({ id }) => id),
]

/** Has the open pages of the others who share a task ask again with whom they do, as it is about to change. */
export async function invalidateSharers(ctx: Ctx, task: TaskRow) {
  for (const { clientId } of await store.listShared(ctx.db, task)) await ctx.invalidate(clientId, 'tasks')
}
