import type { UserId } from '#contract/accounts/accounts.ts'
import { taskParameter } from '#contract/dashboard/dashboard.ts'
import { canWithdraw, type documentRequests, requestWithoutWords } from '#contract/document-requests.ts'
import { dayText } from '#contract/kit/day.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { pages } from '#contract/kit/pages.ts'
import { invalidFields, notFound, Problem } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { MatterName } from '#contract/matters/parties.ts'
import type { Task, TaskId } from '#contract/tasks.ts'
import { findClientOf, invalidateFirmPagesOf, listNamedOn } from '#server/features/accounts/service.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import {
  addTask,
  claimTask,
  findMatterOfTask,
  isHeldTask,
  listTaskRows,
  removeTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'

/**
 * Requests a document from a client, for one of their matters or for none. Of somebody on a matter, the caller has
 * checked that the user may ask them. Throws `not_found` if the user may not see the client, and `conflict` if the same
 * is asked of them already.
 */
export async function requestDocument(
  ctx: Ctx<Staff>,
  { id, title, description, dueOn = null }: Input<typeof documentRequests.create>,
  matter: { id: MatterId; reference: string; title: string } | null = null,
) {
  if (matter === null) await findClientOf(ctx.db, ctx.actor, id)
  if (dueOn !== null && dueOn < londonDay(ctx.now)) throw past()
  const task = await addTask(ctx, {
    clientId: id,
    kind: 'requested_document',
    category: 'documents',
    title,
    description: description || requestWithoutWords,
    dueOn,
    matterId: matter?.id ?? null,
  })
  await refuseTwin(ctx, id, task)
  await recordActivity(ctx, id, {
    type: 'document_requested',
    description: `We asked you for a document: ${title}`,
    metadata: { taskId: task.id },
  })
  await audit(ctx, 'document.requested', {
    subjectId: id,
    details: { taskId: task.id, title, ...(matter && { reference: matter.reference }) },
  })
  const until = dueOn === null ? '' : ` Please send it by ${dayText(dueOn)}.`
  await notify(ctx, id, {
    topic: 'tasks',
    inMail: 'We need a document from you.',
    title: 'We need a document from you',
    body: `${matter ? `${matter.title}: ` : ''}${title}.${until}`,
    link: `${pages.dashboard}?${taskParameter}=${task.id}`,
    matterId: matter?.id ?? null,
  })
  await invalidateFirmPagesOf(ctx, { clientId: id, matterId: matter?.id ?? null }, 'clients')
  return task
}

/**
 * Refuses what is asked for in the same words and still to do: whoever got no answer cannot know whether they have asked,
 * and asks again. Comes after the task was added, because of two at once the second waits there.
 */
async function refuseTwin({ db }: Pick<Ctx, 'db'>, clientId: UserId, added: Task) {
  const rows = await listTaskRows(db, clientId)
  const own = rows.find(({ id }) => id === added.id)
  const isTwin = (row: TaskRow) =>
    row.id !== added.id &&
    row.kind === added.kind &&
    row.title === added.title &&
    row.description === added.description &&
    row.matterId === own?.matterId &&
    canWithdraw(row) &&
    !isHeldTask(row)
  if (rows.some(isTwin))
    throw new Problem(
      'conflict',
      `They have already been asked for “${added.title}”, which is still to do.`,
      {
        reason: 'asked_already',
      },
    )
}

type ForTask = { taskId?: TaskId | null }

/** What a workflow may not import. */
export interface Dependencies {
  visibleMattersOf: (ctx: Ctx<Staff>, rows: readonly ForTask[]) => Promise<(row: ForTask) => MatterName[]>
}

/**
 * Withdraws a request. Throws `conflict` once the client has sent something, because a person has to decide on that.
 */
export async function withdrawRequest(
  ctx: Ctx<Staff>,
  { id, taskId }: Input<typeof documentRequests.withdraw>,
  { visibleMattersOf }: Dependencies,
) {
  await expectReach(ctx, { id, taskId })
  const task = await claimTask(ctx, { id: taskId, clientId: id, kinds: ['requested_document'] })
  // While this waited for the lock, the request may have come under a restriction that leaves the user out.
  await expectReach(ctx, { id, taskId })
  if (!canWithdraw(task)) throw sentAlready()
  const [matter] = (await visibleMattersOf(ctx, [{ taskId }]))({ taskId })
  await removeTask(ctx, task)
  await audit(ctx, 'document.request_withdrawn', {
    subjectId: id,
    details: { taskId, title: task.title, ...(matter && { reference: matter.reference }) },
  })
  await notify(ctx, id, {
    topic: 'tasks',
    inMail: "We don't need one of the documents any more.",
    title: "We don't need this document any more",
    body: `${task.title}. You don't need to do anything.`,
    link: pages.dashboard,
    matterId: task.matterId,
  })
  await invalidateFirmPagesOf(ctx, { clientId: id, matterId: task.matterId }, 'clients')
  return undefined
}

/** Throws `not_found` unless the user may see the client, or is named on the restricted matter of the request. */
async function expectReach(ctx: Ctx<Staff>, { id, taskId }: Input<typeof documentRequests.withdraw>) {
  const named = await listNamedOn(ctx.db, await findMatterOfTask(ctx.db, taskId))
  if (named === null) await findClientOf(ctx.db, ctx.actor, id)
  else if (!named.includes(ctx.actor.id)) notFound('task')
}

const past = () => invalidFields({ dueOn: 'Please choose today or a later day' })

const sentAlready = () =>
  new Problem('conflict', 'The client has already sent a document for this. Please accept it or reject it.', {
    reason: 'document_sent',
  })
