import type { UserId } from '#contract/accounts/accounts.ts'
import { taskParameter } from '#contract/dashboard/dashboard.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { asks, type TemplateStep } from '#contract/templates/step.ts'
import { getAccount, invalidateFirmPagesOf, listNamedOn } from '#server/features/accounts/service.ts'
import {
  invalidateMatterPages,
  lockMatter,
  matterTasks,
  showForTemplate,
} from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import {
  alignShared,
  claimTasksByIds,
  invalidateSharers,
  removeTask,
  renewTask,
  rewordTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import { actorIdOf, type Ctx } from '#server/platform/ctx.ts'
import { ensureShipped } from '../service.ts'
import * as store from '../store.ts'
import { endSharing, listFormer } from './former-people.ts'
import { type LinkedTask, listLinked, type MatterState, type RunMatter, readState } from './matter-state.ts'
import { type Opened, openSteps, wordsOf } from './open-steps.ts'
import { untouchedAmong, withdrawList } from './unneeded-tasks.ts'

/** Applies the newest template of its type, if there is one, to a matter that was opened. */
export async function startMatter(ctx: Ctx, { matterId }: DomainEvents['matterStarted']) {
  await lockMatter(ctx.db, matterId)
  const matter = await showForTemplate(ctx.db, matterId)
  if (matter?.status !== 'open') return
  await ensureShipped(ctx, matter.type)
  const newest = await store.findPublished(ctx.db, matter.type)
  const run = await store.claimRun(ctx.db, matterId)
  if (newest && newest.templateId !== run?.version.templateId) await changeVersion(ctx, matter, newest)
  else if (run) await advanceRun(ctx, matter, run)
}

/** Moves a locked matter to this version. Tasks that are done or started stay. */
export async function changeVersion(ctx: Ctx, matter: RunMatter, version: store.VersionRow) {
  const run = await store.claimRun(ctx.db, matter.id)
  const startedAt = run?.startedAt ?? ctx.now
  await store.saveRun(ctx.db, { matterId: matter.id, versionId: version.id, startedAt })
  for (const { link, task } of await listLinked(ctx.db, matter.id)) {
    const step = version.steps.find(({ key }) => key === link.stepKey)
    if (step && task && asks[step.asks] && task.kind === step.asks) await reword(ctx, { link, task }, step)
    else await withdraw(ctx, { link, task })
  }
  await advanceRun(ctx, matter, { startedAt, version }, { isQuiet: run === null })
}

/** Gives an unfinished task the text of the new version. */
async function reword(ctx: Ctx, { link, task }: LinkedTask, step: TemplateStep) {
  if (task === null || task.status === 'completed' || link.isAdopted) return
  await rewordTask(ctx, task, await wordsOf(ctx, step))
}

/**
 * Reacts to a change of a matter's task: updates the tasks of clients who share it, and opens steps that waited for it.
 */
export async function followTask(ctx: Ctx, { clientId, taskId }: DomainEvents['taskChanged']) {
  const matterIds = await matterTasks.listMattersOf(ctx.db, taskId)
  if (matterIds.length === 0) return
  await alignShared(ctx, taskId, fullName(await getAccount(ctx.db, clientId)))
  // In the order of their ids, as whatever else locks several.
  for (const matterId of matterIds.toSorted()) await advance(ctx, { matterId })
}

interface Advancing {
  isQuiet?: boolean
  /** Someone whom another email tells of their tasks. */
  informedId?: UserId | undefined
}

/** Opens steps that can open now, and removes tasks that nobody has started and nobody needs any more. Idempotent. */
export async function advance(
  ctx: Ctx,
  { matterId, informedId }: { matterId: MatterId } & Pick<Advancing, 'informedId'>,
) {
  // Before the run, because whoever changes a matter holds it already.
  await lockMatter(ctx.db, matterId)
  const run = await store.claimRun(ctx.db, matterId)
  const matter = run && (await showForTemplate(ctx.db, matterId))
  if (run && matter) await advanceRun(ctx, matter, run, { informedId })
}

/** The same for a matter and a run that are locked. */
async function advanceRun(
  ctx: Ctx,
  matter: RunMatter,
  run: store.Run,
  { isQuiet = false, informedId }: Advancing = {},
) {
  const matterId = matter.id
  const { steps } = run.version
  for (const linked of await listFormer(ctx.db, matter, steps))
    if (!(await withdraw(ctx, linked))) await endSharing(ctx, linked)
  if (matter.status !== 'open') return
  const opened: Opened[] = []
  const known = new Set((await matterTasks.listOf(ctx.db, matterId)).map(({ clientId }) => clientId))
  // Work done for another matter also counts, so a step may end as soon as it opens and let the next one open.
  for (let pass = 0; pass <= steps.length; pass += 1) {
    const state = await readState(ctx.db, matter, { steps, startedAt: run.startedAt })
    const added = await openSteps(ctx, state)
    await withdrawUnneeded(ctx, state)
    opened.push(...added)
    if (added.length > 0) continue
    await moveDueDates(ctx, state)
    break
  }
  const newcomers = new Set(opened.map(({ clientId }) => clientId).filter((id) => !known.has(id)))
  await withdrawList(ctx, matter, [...newcomers])
  if (!isQuiet) await notifyOfOpened(ctx, matter, { opened, informedId })
  await invalidateMatterPages(ctx, matterId)
  for (const clientId of new Set(opened.map((task) => task.clientId)))
    await invalidateFirmPagesOf(ctx, { clientId, matterId }, 'clients')
}

/** Removes the tasks of steps whose condition is no longer met, and of people who are no longer on the matter. */
async function withdrawUnneeded(ctx: Ctx, state: MatterState) {
  for (const { link, task } of state.linked) {
    const step = state.steps.find(({ key }) => key === link.stepKey)
    const isNeeded =
      step && state.states.get(step.key) !== 'skipped' && state.peopleOf(step).includes(link.clientId)
    if (!isNeeded) await withdraw(ctx, { link, task })
  }
}

/**
 * Removes a task only if nobody has started it: an answer, a document or money that was sent is never lost. Returns
 * whether it did.
 */
async function withdraw(ctx: Ctx, { link, task: listed }: LinkedTask) {
  if (listed === null || (await untouchedAmong(ctx.db, [listed])).length === 0) return false
  // The client may be about to begin it. Once the row is locked, they either have, or can't.
  const [task] = await untouchedAmong(ctx.db, await claimTasksByIds(ctx.db, [listed.id]))
  if (!task) return false
  await invalidateSharers(ctx, task)
  await matterTasks.remove(ctx.db, link)
  if (!link.isAdopted) await removeTask(ctx, task)
  else if (task.matterId === link.matterId) await release(ctx, task)
  return true
}

/**
 * Gives a client's own task back to them alone. What they sent for a restricted matter stays with that matter, so they
 * get the task anew.
 */
async function release(ctx: Ctx, task: TaskRow) {
  const isRestricted = (await listNamedOn(ctx.db, task.matterId)) !== null
  if (isRestricted) await renewTask(ctx, task)
  else await rewordTask(ctx, task, { matterId: null, sharedId: null })
}

async function moveDueDates(ctx: Ctx, state: MatterState) {
  for (const { link, task } of state.linked) {
    const step = state.steps.find(({ key }) => key === link.stepKey)
    if (!step || !task || task.status === 'completed') continue
    const day = state.dueOf(step, link.openedAt)
    if (day !== task.dueOn && (day !== null || !link.isAdopted)) await rewordTask(ctx, task, { dueOn: day })
  }
}

/** Does not notify the person whose own action opened the task, because they see it on their page. */
async function notifyOfOpened(
  ctx: Ctx,
  matter: { id: MatterId; title: string },
  { opened, informedId }: { opened: readonly Opened[] } & Pick<Advancing, 'informedId'>,
) {
  const fresh = opened.filter(({ isNew, clientId }) => isNew && clientId !== actorIdOf(ctx.actor))
  for (const [clientId, tasks] of Map.groupBy(fresh, (task) => task.clientId)) {
    const [first] = tasks
    if (!first) continue
    await notify(ctx, clientId, {
      topic: 'tasks',
      title:
        tasks.length === 1
          ? 'There’s something new for you to do'
          : `There are ${tasks.length} new things for you to do`,
      body: `${matter.title}: ${tasks.map(({ title }) => title).join(', ')}`,
      link: `${pages.dashboard}?${taskParameter}=${first.taskId}`,
      inMail: 'There’s something new for you to do in your case.',
      matterId: matter.id,
      hasOwnMail: clientId === informedId,
    })
  }
}
