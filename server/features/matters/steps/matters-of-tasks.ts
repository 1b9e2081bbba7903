import type { MatterName } from '#contract/matters/parties.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { readerOfActor } from '../reader.ts'
import * as matters from '../store.ts'
import { listLinksOf } from './store.ts'

type MatterOfTask = MatterName & { isVisible: boolean }

/** Returns the matters that have these tasks as steps, each with whether the user may see it. */
export async function mattersOfTasks(
  ctx: Ctx<Staff>,
  ids: readonly TaskId[],
): Promise<Map<TaskId, MatterOfTask[]>> {
  const links = await listLinksOf(ctx.db, ids)
  const matterIds = [...new Set(links.map(({ matterId }) => matterId))]
  if (matterIds.length === 0) return new Map()
  const [rows, visibleIds] = await Promise.all([
    matters.listByIds(ctx.db, matterIds),
    matters.listIds(ctx.db, readerOfActor(ctx), matterIds),
  ])
  const visible = new Set(visibleIds)
  const named = links.flatMap(({ taskId, matterId }) =>
    rows
      .filter(({ id }) => id === matterId)
      .map(({ id, reference, title }) => ({
        taskId,
        matter: { id, reference, title, isVisible: visible.has(id) },
      })),
  )
  const byTask = Map.groupBy(named, ({ taskId }) => taskId)
  return new Map([...byTask].map(([taskId, of]) => [taskId, of.map(({ matter }) => matter)]))
}

interface ForTask {
  taskId?: TaskId | null
}

/** Returns the matters of each row by its task. Those that the user may not see are left out. */
export async function visibleMattersOf(ctx: Ctx<Staff>, rows: readonly ForTask[]) {
  const ofTasks = await mattersOfTasks(
    ctx,
    rows.flatMap(({ taskId }) => taskId ?? []),
  )
  return ({ taskId }: ForTask): MatterName[] =>
    ((taskId && ofTasks.get(taskId)) || []).flatMap(({ isVisible, ...matter }) => (isVisible ? matter : []))
}
