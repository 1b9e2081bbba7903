import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { isPersonal, type TemplateStep } from '#contract/templates/step.ts'
import type { ListTask, matterTemplates } from '#contract/templates/templates.ts'
import { findClientOf, invitedAmong } from '#server/features/accounts/service.ts'
import { matterTasks, type showForTemplate } from '#server/features/matters/service.ts'
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

/** Whether a step asks a client for what a task of the list asks for, and so would use that task. */
const usesTask = (step: TemplateStep, { kind, amount }: TaskRow) => {
  if (step.asks !== kind || !step.roles.includes('client')) return false
  return isPersonal(step) || ((kind === 'proof_of_funds' || kind === 'payment') && amount === step.amount)
}

const listNotAskedFor = async (db: Db, clientId: UserId, steps: readonly TemplateStep[]) =>
  (await listUnused(db, clientId)).filter((task) => !steps.some((step) => usesTask(step, task)))

/** Returns what would be closed if a matter of this type were started. Empty if the type has no template. */
export async function listUntouched(
  ctx: Ctx<Staff>,
  { id, type }: Input<typeof matterTemplates.untouched>,
): Promise<ListTask[]> {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  const steps = (await store.findPublished(ctx.db, type))?.steps ?? shippedFor(type)
  if (!steps) return []
  const rows = await listNotAskedFor(ctx.db, client.id, steps)
  return rows.map(({ id: taskId, title }) => ({ id: taskId, title }))
}

type Matter = NonNullable<Awaited<ReturnType<typeof showForTemplate>>>

/**
 * Closes what the list asks of a client who registered alone, and what these steps of their first matter do not. Does
 * nothing to tasks that they have started.
 */
export async function closeUntouched(
  ctx: Ctx,
  { clientId, reference }: Matter,
  steps: readonly TemplateStep[],
) {
  const rows = await claimUnused(ctx.db, clientId, await listNotAskedFor(ctx.db, clientId, steps))
  if (rows.length === 0) return
  for (const task of rows) await removeTask(ctx, task)
  await audit(ctx, 'case.tasks_closed', {
    subjectId: clientId,
    details: { reference, tasks: rows.map(({ title }) => title).join('; ') },
  })
}

/**
 * Removes what the list asks of people who were invited to a matter and have not signed in yet, and what no matter asks
 * of them. They would be asked for search fees although their matter has no searches.
 */
export async function takeBackList(ctx: Ctx, newcomers: readonly UserId[]) {
  for (const clientId of await invitedAmong(ctx.db, newcomers))
    for (const task of await claimUnused(ctx.db, clientId, await listUnused(ctx.db, clientId)))
      await removeTask(ctx, task)
}
