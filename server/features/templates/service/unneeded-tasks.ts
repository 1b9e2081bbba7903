import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import type { TaskId } from '#contract/tasks.ts'
import { isPersonal, type TemplateStep } from '#contract/templates/step.ts'
import type { ListTask, matterTemplates, UnneededTask } from '#contract/templates/templates.ts'
import {
  clientScopeOf,
  findClientOf,
  guestsAmong,
  invitedAmong,
  namesOf,
} from '#server/features/accounts/service.ts'
import {
  claimMatterOf,
  findMatterOf,
  findMatters,
  matterTasks,
  showForTemplate,
} from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { listStandingPayments } from '#server/features/payments/service.ts'
import { listTasksTaken } from '#server/features/signatures/service.ts'
import {
  claimTasksByIds,
  fileScopeOf,
  listTaskRows,
  listTasksByIds,
  listVisibleTasks,
  removeTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { shippedFor } from '../service.ts'
import * as store from '../store.ts'

/** Whether a task is of the list for clients without a matter. Its steps are the specification's, not a template's. */
const isOfList = ({ templateVersion }: TaskRow) => templateVersion > 0

/** Nobody has started it, and the firm has not asked for it again. */
export const isUntouched = ({ status, reason }: TaskRow) => status === 'pending' && reason === null

/**
 * Leaves out tasks that somebody has begun, that money may be on its way for, or that have a document to sign. Without
 * its task, neither a payment nor a signature could be settled.
 */
export async function untouchedAmong(db: Db, rows: readonly TaskRow[]) {
  const untouched = rows.filter(isUntouched)
  const ids = untouched.map(({ id }) => id)
  const signing = await listTasksTaken(db, ids)
  const paying = new Set((await listStandingPayments(db, ids)).map(({ taskId }) => taskId))
  return untouched.filter(({ id }) => !signing.has(id) && !paying.has(id))
}

/** Returns the untouched tasks of the list that no matter of the client uses. */
const listUnused = async (db: Db, clientId: UserId) =>
  unusedAmong(db, clientId, await listTaskRows(db, clientId))

/** The same, locked: without those that the client has started, or another matter uses, since they were listed. */
const claimUnused = async (db: Db, clientId: UserId, rows: readonly TaskRow[]) => {
  const claimed = await claimTasksByIds(
    db,
    rows.map(({ id }) => id),
  )
  return unusedAmong(db, clientId, claimed)
}

const unusedAmong = async (db: Db, clientId: UserId, rows: readonly TaskRow[]) => {
  const used = await matterTasks.listUsed(db, clientId)
  return untouchedAmong(
    db,
    rows.filter((task) => isOfList(task) && !used.has(task.id)),
  )
}

type ClientRole = 'client' | 'joint_client'

/** Whether a step asks a client for what a task of the list asks for, and so would use that task. */
const usesTask = (step: TemplateStep, { kind, amount }: TaskRow, role: ClientRole) => {
  if (step.asks !== kind || !step.roles.includes(role)) return false
  return isPersonal(step) || ((kind === 'proof_of_funds' || kind === 'payment') && amount === step.amount)
}

interface RoleSteps {
  steps: readonly TemplateStep[]
  role: ClientRole
}

const notAskedFor = (rows: readonly TaskRow[], { steps, role }: RoleSteps) =>
  rows.filter((task) => !steps.some((step) => usesTask(step, task, role)))

const listNotAskedFor = async (db: Db, clientId: UserId, roleSteps: RoleSteps) =>
  notAskedFor(await listUnused(db, clientId), roleSteps)

/** Returns what would be closed if a matter of this type were started. Empty if the type has no template. */
export async function listUntouched(
  ctx: Ctx<Staff>,
  { id, type }: Input<typeof matterTemplates.untouched>,
): Promise<ListTask[]> {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  const steps = (await store.findPublished(ctx.db, type))?.steps ?? shippedFor(type)
  if (!steps) return []
  const rows = await listNotAskedFor(ctx.db, client.id, { steps, role: 'client' })
  return rows.map(({ id: taskId, title }) => ({ id: taskId, title }))
}

type Matter = NonNullable<Awaited<ReturnType<typeof showForTemplate>>>

/**
 * Returns what nobody has started and the clients of a matter need not do: while it is open, what the list asks of
 * those who registered alone or joined later, and no matter asks of them; once it is closed, what it had asked for.
 */
export async function listUnneeded(
  ctx: Ctx<Staff>,
  { id }: Input<typeof matterTemplates.unneeded>,
): Promise<UnneededTask[]> {
  const matter = await showForTemplate(ctx.db, await findMatterOf(ctx, id))
  return matter ? named(ctx.db, await visibleAmong(ctx, await listUnneededRows(ctx.db, matter))) : []
}

/** Leaves out the tasks of people on a matter whose files the user may not open. */
async function visibleAmong({ db, actor }: Ctx<Staff>, rows: readonly TaskRow[]) {
  const visible = await listVisibleTasks(
    db,
    fileScopeOf(db, clientScopeOf(db, actor)),
    rows.map(({ id }) => id),
  )
  return rows.filter(({ id }) => visible.has(id))
}

async function listUnneededRows(db: Db, matter: Matter): Promise<TaskRow[]> {
  if (matter.status === 'closed') return listLeftOver(db, matter)
  const run = await store.findRun(db, matter.id)
  if (matter.status !== 'open' || !run) return []
  const rows: TaskRow[] = []
  for (const clientId of matter.clients)
    rows.push(...(await listNotAskedFor(db, clientId, stepsFor(matter, run, clientId))))
  return rows
}

/** Returns the untouched tasks of a closed matter that no open one asks for. */
async function listLeftOver(db: Db, { id }: Matter): Promise<TaskRow[]> {
  const own = await matterTasks.listTasksOf(db, [id])
  const rows = await untouchedAmong(db, await listTasksByIds(db, taskIdsOf(own)))
  const links = await matterTasks.listLinksOf(
    db,
    rows.map((task) => task.id),
  )
  const linked = await findMatters(
    db,
    links.map(({ matterId }) => matterId),
  )
  const open = new Set(linked.filter(({ status }) => status === 'open').map((matter) => matter.id))
  const needed = new Set(links.filter(({ matterId }) => open.has(matterId)).map(({ taskId }) => taskId))
  return rows.filter((task) => !needed.has(task.id))
}

const taskIdsOf = (links: readonly { taskId: TaskId }[]) => links.map(({ taskId }) => taskId)

/**
 * Closes these tasks and tells their clients. Keeps those that a client has begun, or a matter asks for, since they
 * were listed. Tasks that the matter does not have to do with, those that the user may not see, and those that are
 * closed already, are left out.
 */
export async function closeUnneeded(
  ctx: Ctx<Staff>,
  { id, taskIds }: Input<typeof matterTemplates.closeUnneeded>,
) {
  const matter = await showForTemplate(ctx.db, await claimMatterOf(ctx, id))
  if (!matter) return { closed: [], kept: [] }
  const own = taskIdsOf(await matterTasks.listTasksOf(ctx.db, [id]))
  const claimed = (await visibleAmong(ctx, await claimTasksByIds(ctx.db, taskIds))).filter((task) =>
    matter.status === 'closed'
      ? own.includes(task.id)
      : isOfList(task) && matter.clients.includes(task.clientId),
  )
  const unneeded = new Set((await listUnneededRows(ctx.db, matter)).map((task) => task.id))
  const closed = claimed.filter((task) => unneeded.has(task.id))
  // Another closed matter may share them. It would count a step without its task as done.
  await matterTasks.removeSteps(
    ctx.db,
    closed.map((task) => task.id),
  )
  const hasTemplate = matter.status === 'closed' || (await store.findRun(ctx.db, id)) !== null
  const kept = hasTemplate ? claimed.filter((task) => !unneeded.has(task.id)) : []
  for (const [clientId, tasks] of Map.groupBy(closed, (task) => task.clientId)) {
    await close(ctx, matter, { clientId, tasks })
    await notifyOfClosed(ctx, matter, { clientId, tasks })
  }
  const untouched = new Set((await untouchedAmong(ctx.db, kept)).map((task) => task.id))
  return {
    closed: await named(ctx.db, closed),
    kept: (await named(ctx.db, kept)).map((task) => ({
      ...task,
      why: untouched.has(task.id) ? ('needed' as const) : ('begun' as const),
    })),
  }
}

const stepsFor = (matter: Matter, { version: { steps } }: store.Run, clientId: UserId): RoleSteps => ({
  steps,
  role: clientId === matter.clientId ? 'client' : 'joint_client',
})

async function named(db: Db, rows: readonly TaskRow[]): Promise<UnneededTask[]> {
  const ids = rows.map(({ clientId }) => clientId)
  const names = await namesOf(db, ids)
  return rows.map(({ id, title, clientId }) => {
    const person = names.get(clientId)
    return { id, title, client: person ? fullName(person) : '' }
  })
}

interface Closing {
  clientId: UserId
  tasks: readonly TaskRow[]
}

/** Removes claimed tasks, and records in the audit trail which. */
export async function close(
  ctx: Ctx,
  { reference }: Pick<Matter, 'reference'>,
  { clientId, tasks }: Closing,
) {
  for (const task of tasks) await removeTask(ctx, task)
  await audit(ctx, 'case.tasks_closed', {
    subjectId: clientId,
    details: { reference, tasks: tasks.map(({ title }) => title).join('; ') },
  })
}

/** A guest has no page of notifications: what is closed is no longer on theirs. */
async function notifyOfClosed(ctx: Ctx, matter: Matter, { clientId, tasks }: Closing) {
  if ((await guestsAmong(ctx.db, [clientId])).size > 0) return
  const titles = tasks.map(({ title }) => `“${title}”`).join(', ')
  const isOne = tasks.length === 1
  await notify(ctx, clientId, {
    topic: 'tasks',
    title: isOne ? 'A task is no longer needed' : 'Some tasks are no longer needed',
    body: `${isOne ? 'This task is' : 'These tasks are'} no longer needed: ${titles}. You don’t have to do anything.`,
    inMail: isOne ? 'One of your tasks is no longer needed.' : 'Some of your tasks are no longer needed.',
    link: pages.dashboard,
    matterId: matter.id,
  })
}

/**
 * Removes what the list asks of people who were invited to a matter and have not signed in yet, and what no matter asks
 * of them. They would be asked for search fees although their matter has no searches. They are not told of tasks that
 * they have never seen.
 */
export async function withdrawList(ctx: Ctx, matter: Matter, newcomers: readonly UserId[]) {
  for (const clientId of await invitedAmong(ctx.db, newcomers)) {
    const tasks = await claimUnused(ctx.db, clientId, await listUnused(ctx.db, clientId))
    if (tasks.length > 0) await close(ctx, matter, { clientId, tasks })
  }
}
