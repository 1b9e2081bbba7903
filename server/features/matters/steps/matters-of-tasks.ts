import type { MatterName } from '#contract/matters/parties.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { readerOfActor } from '../reader.ts'
import { listNamedOf } from './store.ts'

type MatterOfTask = MatterName & { isVisible: boolean }

/** Returns the matters that have these tasks as steps, each with whether the user may see it. */
export async function mattersOfTasks(
  ctx: Ctx<Staff>,
  ids: readonly TaskId[],
): Promise<Map<TaskId, MatterOfTask[]>> {
  if (ids.length === 0) return new Map()
  const rows = await listNamedOf(ctx.db, readerOfActor(ctx), ids)
  const byTask = Map.groupBy(rows, ({ taskId }) => taskId)
  return new Map([...byTask].map(([taskId, of]) => [taskId, of.map(({ taskId: _, ...matter }) => matter)]))
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
