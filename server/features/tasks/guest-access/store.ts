import { and, asc, countDistinct, eq, inArray, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { endedGuestAccess, tasks, withdrawnTasks } from '../schema.ts'

/** Leaves out tasks of matters on which their owner was a guest and no longer is. */
export const isReached = sql`not exists (
  select from ${endedGuestAccess} where ${and(
    eq(endedGuestAccess.clientId, tasks.clientId),
    eq(endedGuestAccess.matterId, tasks.matterId),
  )})`

/** Returns a task that the client may see and do. */
export const getOwn = async (db: Db, clientId: UserId, id: TaskId) => {
  const [task] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), eq(tasks.clientId, clientId), isReached))
  return task ?? notFound('task')
}

/** Lists the rows of the tasks that a client sees, in order. */
export const listRowsReachedBy = (db: Db, clientId: UserId) =>
  db
    .select()
    .from(tasks)
    .where(and(eq(tasks.clientId, clientId), isReached))
    .orderBy(asc(tasks.position))

/** Selects a client's tasks, withdrawn ones too, of matters on which they are no longer a guest. */
export const selectUnreached = (db: Db, clientId: UserId) => {
  const [current, past] = [tasks, withdrawnTasks].map((table) => {
    const isOfEnded = eq(table.matterId, endedGuestAccess.matterId)
    return db
      .select({ id: table.id })
      .from(endedGuestAccess)
      .innerJoin(table, and(eq(table.clientId, endedGuestAccess.clientId), isOfEnded))
      .where(eq(endedGuestAccess.clientId, clientId))
  })
  return sql`(${current} union all ${past})`
}

interface GuestOn {
  clientId: UserId
  matterId: MatterId
}

export const insertEnded = (db: Db, guest: GuestOn) =>
  db.insert(endedGuestAccess).values(guest).onConflictDoNothing()

/** Returns whether a client was a guest on each of these matters and no longer is on any. False if there is none. */
export const hasEnded = async (db: Db, clientId: UserId, matterIds: readonly MatterId[]) => {
  if (matterIds.length === 0) return false
  const isOfThese = inArray(endedGuestAccess.matterId, [...matterIds])
  const [ended] = await db
    .select({ matters: countDistinct(endedGuestAccess.matterId) })
    .from(endedGuestAccess)
    .where(and(eq(endedGuestAccess.clientId, clientId), isOfThese))
  return ended?.matters === new Set(matterIds).size
}

export const removeEnded = (db: Db, { clientId, matterId }: GuestOn) =>
  db
    .delete(endedGuestAccess)
    .where(and(eq(endedGuestAccess.clientId, clientId), eq(endedGuestAccess.matterId, matterId)))
