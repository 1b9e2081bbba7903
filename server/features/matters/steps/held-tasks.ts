import type { MatterId } from '#contract/matters/matters.ts'
import { isFinished } from '#contract/tasks.ts'
import {
  claimTasksByIds,
  isHeldTask,
  listTasksByIds,
  restartTasks,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as matters from '../store.ts'
import { listOfMatterAlone, listTasksOf } from './store.ts'

/**
 * Lists the tasks of all clients and guests that are on hold while this matter is closed, or would be: no open matter
 * asks for them, and nobody is paying them.
 */
export const listHeldTasks = async (db: Db, matterId: MatterId): Promise<TaskRow[]> =>
  (await listTasksByIds(db, await listOfMatterAlone(db, matterId))).filter(
    (task) => !isFinished(task) && !task.isBeingPaid,
  )

/**
 * Locks a matter whose tasks are about to be put on hold, made due again or taken back. The tasks are locked first,
 * because whoever sends something for one locks it first, and then the matter.
 */
export async function claimWithTasks({ db }: Ctx, reader: matters.MatterReader, id: MatterId) {
  const found = await matters.get(db, reader, id)
  await claimTasksByIds(
    db,
    (await listTasksOf(db, [found.id])).map(({ taskId }) => taskId),
  )
  return matters.claim(db, reader, id)
}

/** Lets what a matter that is being reopened had on hold be due as from now. */
export async function restartHeld(ctx: Ctx, matterId: MatterId) {
  const held = (await listHeldTasks(ctx.db, matterId)).filter(isHeldTask)
  await restartTasks(
    ctx,
    held.map(({ id }) => id),
  )
}

/** Refreshes what the clients and guests of a matter are asked for, once it was closed or reopened. */
export async function followDue(ctx: Ctx, matterId: MatterId) {
  const people = [
    ...(await matters.listClients(ctx.db, [matterId])),
    ...(await listTasksOf(ctx.db, [matterId])),
  ].map(({ clientId }) => clientId)
  for (const clientId of new Set(people)) {
    await ctx.invalidate(clientId, 'tasks', 'signatures')
    await ctx.publish('tasksDueChanged', { clientId })
  }
}
