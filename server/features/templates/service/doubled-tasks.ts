import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { quoted } from '#contract/kit/text.ts'
import { isDone } from '#contract/tasks.ts'
import type { DoubledTask, doubledTasks } from '#contract/templates/doubled-tasks.ts'
import { isPersonal, StepAsks } from '#contract/templates/step.ts'
import { findClientOf } from '#server/features/accounts/service.ts'
import { mattersOfTasks, matterTasks } from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { claimTasksByIds, isHeldTask, listTaskRows, type TaskRow } from '#server/features/tasks/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { countsForOthers } from './matter-state.ts'
import { close, untouchedAmong } from './unneeded-tasks.ts'

type Requested<K extends keyof typeof doubledTasks> = Input<(typeof doubledTasks)[K]>
type MatterOfTask = NonNullable<ReturnType<Awaited<ReturnType<typeof mattersOfTasks>>['get']>>[number]

interface Doubled {
  task: TaskRow
  /** The task that stays, which serves its cases as well. */
  serving: TaskRow
  matters: readonly MatterOfTask[]
}

/** Returns what cases ask a client for twice, as far as one of the two can be withdrawn. */
export async function listDoubled(ctx: Ctx<Staff>, { id }: Requested<'list'>): Promise<DoubledTask[]> {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  return (await doubledAmong(ctx, await listComparable(ctx, client.id))).map(shown)
}

/**
 * Withdraws these tasks, so that the cases which asked for them use the other task of the client, and tells the client.
 * Leaves out those that the client has begun since they were listed.
 */
export async function askOnce(
  ctx: Ctx<Staff>,
  { id, taskIds }: Requested<'askOnce'>,
): Promise<DoubledTask[]> {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  // Locked before it is decided, so that nobody begins one in the meantime.
  const claimed = await claimTasksByIds(
    ctx.db,
    (await listComparable(ctx, client.id)).map((task) => task.id),
  )
  const claimedIds = new Set(claimed.map((task) => task.id))
  // Listed again, so that the same task stays as in the list that the user saw.
  const comparable = (await listComparable(ctx, client.id)).filter((task) => claimedIds.has(task.id))
  const doubled = (await doubledAmong(ctx, comparable)).filter(({ task }) => taskIds.includes(task.id))
  if (doubled.length === 0) return []
  // Without them, the steps open anew and find the task that stays.
  await matterTasks.removeSteps(
    ctx.db,
    doubled.map(({ task }) => task.id),
  )
  for (const [reference, closing] of Map.groupBy(doubled, (entry) => shown(entry).references.join(', ')))
    await close(ctx, { reference }, { clientId: client.id, tasks: closing.map(({ task }) => task) })
  // In the order of their ids, as whatever else locks several.
  const matterIds = new Set(doubled.flatMap(({ matters }) => matters.map((matter) => matter.id)))
  for (const matterId of [...matterIds].toSorted()) await ctx.publish('matterChanged', { matterId })
  await notifyOfDoubled(ctx, client.id, doubled)
  return doubled.map(shown)
}

/** Lists what is about the client as a person, which a task of another case serves as well, in their own order. */
const listComparable = async ({ db }: Ctx, clientId: UserId) =>
  (await listTaskRows(db, clientId)).filter(
    (task) => isAboutPerson(task) && task.sharedId === null && !isHeldTask(task),
  )

const isAboutPerson = ({ kind }: TaskRow) => {
  const { data } = StepAsks.safeParse(kind)
  return data !== undefined && isPersonal({ asks: data })
}

/** Of untouched tasks, the oldest stays. What a case hidden from the user asks for is left out. */
async function doubledAmong(ctx: Ctx<Staff>, rows: readonly TaskRow[]): Promise<Doubled[]> {
  const untouched = new Set((await untouchedAmong(ctx.db, rows)).map(({ id }) => id))
  const counts = await countsForOthers(ctx, rows)
  const matters = await mattersOfTasks(
    ctx,
    rows.map(({ id }) => id),
  )
  const mattersOf = ({ id }: TaskRow) => matters.get(id) ?? []
  const doubled: Doubled[] = []
  for (const same of Map.groupBy(rows, ({ kind }) => kind).values()) {
    // A task of a case hidden from the user serves no other here, since that would tell of the case.
    const known = same.filter((task) => mattersOf(task).every(({ isVisible }) => isVisible))
    const byAge = known.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const serving =
      known.findLast(counts) ??
      byAge.find(({ id, status }) => status !== 'completed' && !untouched.has(id)) ??
      byAge.find(({ id }) => untouched.has(id))
    if (!serving) continue
    // A case that asks for two of the same kind needs both.
    const served = new Set(mattersOf(serving).map(({ id }) => id))
    for (const task of byAge) {
      const of = mattersOf(task)
      if (task === serving || !untouched.has(task.id) || of.length === 0) continue
      if (of.every(({ id }) => !served.has(id))) doubled.push({ task, serving, matters: of })
    }
  }
  return doubled
}

const shown = ({ task: { id, title }, matters }: Doubled): DoubledTask => ({
  id,
  title,
  references: matters.map(({ reference }) => reference),
})

const notifyOfDoubled = (ctx: Ctx, clientId: UserId, doubled: readonly Doubled[]) => {
  const titles = quoted(doubled.map(({ task }) => task.title))
  const staying = new Set(doubled.map(({ serving }) => serving))
  const areOpen = [...staying].every((task) => !isDone(task))
  const toDo = areOpen ? `: please do the ${staying.size === 1 ? 'one' : 'ones'} on your list` : ''
  return notify(ctx, clientId, {
    topic: 'tasks',
    title: 'You only need to do this once',
    body: `We had asked you twice for this: ${titles}. Once is enough${toDo}.`,
    inMail: 'We had asked you for something twice. Once is enough.',
    link: pages.dashboard,
  })
}
