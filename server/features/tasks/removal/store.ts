import { and, eq, inArray } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { tasks, withdrawnTasks } from '../schema.ts'
import type { TaskRow } from '../store.ts'

/** Deletes a task. What belonged to it stays with its matter. */
export const remove = async (
  db: Db,
  { id, clientId, matterId }: Pick<TaskRow, 'id' | 'clientId' | 'matterId'>,
) => {
  await db.delete(tasks).where(eq(tasks.id, id))
  if (matterId !== null)
    await db.insert(withdrawnTasks).values({ id, clientId, matterId }).onConflictDoNothing()
}

/** Deletes the tasks of a client that are not from the firm's template. */
export const removeAllAdded = async (db: Db, clientId: UserId) => {
  await db.delete(tasks).where(and(eq(tasks.clientId, clientId), eq(tasks.templateVersion, 0)))
  await db.delete(withdrawnTasks).where(eq(withdrawnTasks.clientId, clientId))
}

export const removeAllOf = async (db: Db, clientIds: readonly UserId[]) => {
  await db.delete(tasks).where(inArray(tasks.clientId, [...clientIds]))
  await db.delete(withdrawnTasks).where(inArray(withdrawnTasks.clientId, [...clientIds]))
}
