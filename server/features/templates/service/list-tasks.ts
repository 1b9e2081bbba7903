import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { isPersonal, type TemplateStep } from '#contract/templates/step.ts'
import type { ListTask, matterTemplates, UnneededTask } from '#contract/templates/templates.ts'
import { findClientOf, invitedAmong, namesOf } from '#server/features/accounts/service.ts'
import {
  claimMatterOf,
  findMatterOf,
  matterTasks,
  showForTemplate,
} from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { claimTasksByIds, listTaskRows, removeTask, type TaskRow } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { shippedFor } from '../service.ts'
import * as store from '../store.ts'

/** Whether a task is of the list for clients without a matter. Its steps are the specification's, not a template's. */
const isOfList = ({ templateVersion }: TaskRow) => templateVersion > 0

/** Nobody has started it, and the firm has not asked for it again. */
const isUntouched = ({ status, reason }: TaskRow) => status === 'pending' && reason === null

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
  return rows.filter((task) => isOfList(task) && isUntouched(task) && !used.has(task.id))
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
 * Returns what the list asks of the clients of an open matter, who registered alone or joined it later, and what no
 * matter asks of them. Empty if the matter has no template.
 */
export async function listUnneeded(
  ctx: Ctx<Staff>,
  { id }: Input<typeof matterTemplates.unneeded>,
): Promise<UnneededTask[]> {
  const matter = await showForTemplate(ctx.db, await findMatterOf(ctx, id))
  const run = await store.findRun(ctx.db, id)
  if (matter?.status !== 'open' || !run) return []
  const rows: TaskRow[] = []
  for (const clientId of matter.clients)
    rows.push(...(await listNotAskedFor(ctx.db, clientId, stepsFor(matter, run, clientId))))
  return named(ctx.db, rows)
}

/**
 * Closes these tasks and tells their clients. Keeps those that a client has begun, or a matter asks for, since they
 * were listed. Tasks of people who are not clients of the matter, and those that are closed already, are left out.
 */
export async function closeUnneeded(
  ctx: Ctx<Staff>,
  { id, taskIds }: Input<typeof matterTemplates.closeUnneeded>,
) {
  const matter = await showForTemplate(ctx.db, await claimMatterOf(ctx, id))
  const run = await store.findRun(ctx.db, id)
  if (matter?.status !== 'open' || !run) return { closed: [], kept: [] }
  const claimed = await claimTasksByIds(ctx.db, taskIds)
  const rows = claimed.filter((task) => isOfList(task) && matter.clients.includes(task.clientId))
  const closed: TaskRow[] = []
  for (const [clientId, tasks] of Map.groupBy(rows, (task) => task.clientId)) {
    const unneeded = notAskedFor(await unusedAmong(ctx.db, clientId, tasks), stepsFor(matter, run, clientId))
    if (unneeded.length === 0) continue
    await close(ctx, matter, { clientId, tasks: unneeded })
    await notifyOfClosed(ctx, matter, { clientId, tasks: unneeded })
    closed.push(...unneeded)
  }
  const kept = rows.filter((task) => !closed.includes(task))
  const isBegun = new Map(kept.map((task) => [task.id, !isUntouched(task)]))
  return {
    closed: await named(ctx.db, closed),
    kept: (await named(ctx.db, kept)).map((task) => ({
      ...task,
      why: isBegun.get(task.id) ? ('begun' as const) : ('needed' as const),
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
async function close(ctx: Ctx, { reference }: Matter, { clientId, tasks }: Closing) {
  for (const task of tasks) await removeTask(ctx, task)
  await audit(ctx, 'case.tasks_closed', {
    subjectId: clientId,
    details: { reference, tasks: tasks.map(({ title }) => title).join('; ') },
  })
}

const notifyOfClosed = (ctx: Ctx, matter: Matter, { clientId, tasks }: Closing) => {
  const titles = tasks.map(({ title }) => `“${title}”`).join(', ')
  const isOne = tasks.length === 1
  return notify(ctx, clientId, {
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
export async function takeBackList(ctx: Ctx, matter: Matter, newcomers: readonly UserId[]) {
  for (const clientId of await invitedAmong(ctx.db, newcomers)) {
    const tasks = await claimUnused(ctx.db, clientId, await listUnused(ctx.db, clientId))
    if (tasks.length > 0) await close(ctx, matter, { clientId, tasks })
  }
}
