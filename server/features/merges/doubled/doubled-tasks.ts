import type { MergeId, MergePreview } from '#contract/merges.ts'
import { asks } from '#contract/templates/step.ts'
import { claimTasksByIds, removeTask } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Pair } from '../store.ts'
import * as merges from '../store.ts'
import * as store from './store.ts'

type RequestedTask = store.RequestedTask

/** Where the rows of closed tasks are kept for an undo. */
const place = 'closed_tasks'

const titlesOf = (tasks: readonly RequestedTask[]) => tasks.map(({ title }) => title)

/** Returns what merging would close, and what the client would still be asked for twice. */
export async function previewDoubled(db: Db, pair: Pair): Promise<MergePreview['doubled']> {
  const { closed, left } = doubledAmong(await store.listRequested(db, pair), pair)
  return { closed: titlesOf(closed), left: titlesOf(left) }
}

/**
 * Closes what both records were asked for and nobody has begun, so that the client has it once. Before the positions
 * of the tasks change, since an undo restores the rows as they are now.
 */
export async function closeDoubled(ctx: Ctx, mergeId: MergeId, pair: Pair) {
  const requested = await store.listRequested(ctx.db, pair)
  // Locked before it is decided, so that nobody begins one in the meantime.
  const claimed = await claimTasksByIds(
    ctx.db,
    requested.map(({ id }) => id),
  )
  const { closed, left } = doubledAmong(await store.listRequested(ctx.db, pair), pair)
  const ids = new Set(closed.map(({ id }) => id))
  const keys = await store.snapshotsOf(ctx.db, [...ids])
  if (keys.length > 0) await merges.keepRows(ctx.db, { mergeId, place, keys })
  for (const task of claimed.filter(({ id }) => ids.has(id))) await removeTask(ctx, task)
  return { closed: titlesOf(closed), left: titlesOf(left) }
}

/** Makes the closed tasks again, after the positions of the others are restored. */
export const restoreDoubled = (db: Db, snapshots: readonly string[]) => store.restoreTasks(db, snapshots)
export const takeSnapshots = (db: Db, mergeId: MergeId) => merges.takeRows(db, mergeId, place)

/** A check of a person is the same whatever it is called. Anything else has to agree in every detail. */
const sameness = ({ kind, title, amount }: RequestedTask) => {
  const subject = Object.hasOwn(asks, kind) ? asks[kind as keyof typeof asks] : null
  return subject?.isPersonal ? kind : `${kind} ${amount} ${title}`
}

/** `left` has, once for each, what the client is still asked for beside another task for the same. */
function doubledAmong(requested: readonly RequestedTask[], { keptId }: Pick<Pair, 'keptId'>) {
  const [closed, left]: [RequestedTask[], RequestedTask[]] = [[], []]
  // What was asked for in a matter or in own words is for that alone, unless it is about the person.
  const comparable = requested.filter((task) => task.isOfList || sameness(task) === task.kind)
  for (const same of Map.groupBy(comparable, sameness).values()) {
    if (new Set(same.map(({ clientId }) => clientId)).size === 1) continue
    const unused = same.filter((task) => task.isUnused && task.isOfList)
    const stays =
      same.find((task) => !unused.includes(task)) ?? unused.find((task) => task.clientId === keptId)
    const closing = unused.filter((task) => task !== stays)
    closed.push(...closing)
    const others = same.filter((task) => !closing.includes(task))
    const unfinished = others.find(({ isFinished }) => !isFinished)
    if (unfinished && others.length > 1) left.push(unfinished)
  }
  return { closed, left }
}
