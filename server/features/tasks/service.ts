import { createHash } from 'node:crypto'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { FirmForm } from '#contract/forms/firm-form.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  caseClosedWords,
  isDone,
  isFinished,
  type Task,
  type TaskId,
  type TaskKind,
  type tasks,
} from '#contract/tasks.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ClientScope, FileScope } from '#server/platform/db/file-scope.ts'
import { getOwn, isReached } from './guest-access/store.ts'
import * as removal from './removal/store.ts'
import type { TaskRow } from './store.ts'
import * as store from './store.ts'

export {
  isRowHeld as isHeldTask,
  listOpenedSince,
  selectHeld as selectHeldTasks,
} from './due/store.ts'
export {
  getOwn as getOwnTask,
  hasEnded as hasEndedAccess,
  insertEnded as insertEndedAccess,
  listRowsReachedBy as listTaskRowsReachedBy,
  removeEnded as removeEndedAccess,
  selectUnreached as selectUnreachedTasks,
} from './guest-access/store.ts'
export {
  countOfMatter as countTasksOfMatter,
  listOfMatter as listTasksOfMatter,
} from './matter/store.ts'
export * as numbers from './numbers/store.ts'
export { removeAllOf as removeTasksOf } from './removal/store.ts'
export {
  fileScopeOf,
  findMatterOf as findMatterOfTask,
  listInScope as listTasksInScope,
  listOverdue as listOverdueTasks,
  listVisible as listVisibleTasks,
  type OverdueWanted,
  selectTasksOf,
  selectWithdrawn as selectWithdrawnTasks,
} from './scope/store.ts'
export { alignShared, invalidateSharers, sharedIdsOf } from './service/align-shared.ts'
export {
  claimByIds as claimTasksByIds,
  findByKind as findTask,
  get as getTask,
  hasTaskStanding,
  listByIds as listTasksByIds,
  listForms,
  listOf as listTasks,
  listRowsOf as listTaskRows,
  listSharers,
  listShownOf as listTasksShownTo,
  lockTasksOf,
  progressesOf,
  type TaskRow,
  titlesOf,
} from './store.ts'

/** Lists a client's tasks that both they and the user see, with those on hold. */
export const listReachedTasks = (
  db: Db,
  { hiddenMatters }: Pick<ClientScope, 'hiddenMatters'>,
  clientId: UserId,
) => store.listShownOf(db, { hiddenMatters, condition: isReached }, clientId)

/** Counts a client's tasks that are on hold, among those that they see once they are due. */
export async function countHeldTasks(db: Db, clientId: UserId) {
  const reached = await store.listShownOf(db, { condition: isReached }, clientId)
  return { count: reached.filter(({ isHeld }) => isHeld).length }
}

/** Whether nothing is left to do for a client. Tasks on hold, and those of hidden matters, count as done. */
export async function hasNothingDue(
  db: Db,
  clientId: UserId,
  { hiddenMatters }: Partial<Pick<ClientScope, 'hiddenMatters'>> = {},
) {
  const scope = hiddenMatters ? { hiddenMatters } : { condition: isReached }
  const tasks = await store.listShownOf(db, scope, clientId)
  return tasks.length > 0 && tasks.every((task) => task.isHeld || isFinished(task))
}

interface Claim {
  id: TaskId
  /** The client who owns the task: the acting client, or the one for whom the work is done. */
  clientId: UserId
  kinds?: readonly TaskKind[]
}

/** Locks a task of this client. Throws `wrong_task` if its kind is not among `kinds`. */
export async function claimTask({ db }: Pick<Ctx, 'db'>, { id, clientId, kinds }: Claim): Promise<TaskRow> {
  const task = await store.claim(db, clientId, id)
  if (kinds && !kinds.includes(task.kind))
    throw new Problem('unprocessable', "This task doesn't ask for this.", { reason: 'wrong_task' })
  return task
}

/**
 * The same for the acting client, who is about to send something for it. Throws `not_found` if they are no longer a
 * guest of its matter, and `case_closed` once its matters are closed.
 */
export async function claimOwnTask(ctx: Ctx<Client>, id: TaskId): Promise<TaskRow> {
  await claimTask(ctx, { id, clientId: ctx.actor.id })
  const task = await getOwn(ctx.db, ctx.actor.id, id)
  refuseOfClosed(task)
  return task
}

/**
 * Throws `case_closed` if a task belongs to closed matters only. Nothing is taken for it from its client, finished or
 * not: what the firm has stopped working on needs no answer, and no correction.
 */
export function refuseOfClosed({ isOfClosed }: Pick<TaskRow, 'isOfClosed'>) {
  if (isOfClosed) throw new Problem('conflict', caseClosedWords, { reason: 'case_closed' })
}

/** Records that the client has read the content of the task and accepts it. */
export async function acceptTask(ctx: Ctx<Client>, { id }: Input<typeof tasks.accept>) {
  const task = await claimTask(ctx, { id, clientId: ctx.actor.id, kinds: ['read_and_accept'] })
  if (isDone(task)) return store.getShown(ctx.db, id)
  refuseOfClosed(task)
  await audit(ctx, 'task.accepted', { details: { taskId: id, title: task.title } })
  return settleTask(ctx, task)
}

/** Lists what a client has yet to book an appointment for and is due, among what all of these people may see. */
export const listAppointmentTasks = (
  db: Db,
  clientId: UserId,
  scopes: readonly FileScope[],
): Promise<TaskRow[]> => store.listToDo(db, clientId, 'appointment', scopes)

/**
 * Completes a task that asks for an appointment, after one was booked. Throws `already_booked` if it is complete, and
 * `case_closed` once its matters are closed.
 */
export async function settleAppointment(ctx: Ctx, clientId: UserId, id: TaskId) {
  const task = await claimTask(ctx, { id, clientId, kinds: ['appointment'] })
  if (isDone(task))
    throw new Problem('conflict', 'An appointment has been booked for this in the meantime.', {
      reason: 'already_booked',
    })
  refuseOfClosed(task)
  await settleTask(ctx, task)
}

/** Reopens the task of a cancelled appointment, so that the client books another. */
export async function reopenAppointment(ctx: Ctx, clientId: UserId, id: TaskId) {
  const isThere = (await store.listByIds(ctx.db, [id])).length > 0
  if (isThere) await reopenTask(ctx, await claimTask(ctx, { id, clientId }))
}

type AddedTask = Pick<TaskRow, 'clientId' | 'kind' | 'category' | 'title' | 'description' | 'dueOn'> &
  Partial<
    Pick<
      TaskRow,
      'amount' | 'currency' | 'account' | 'vat' | 'formId' | 'matterId' | 'sharedId' | 'reminders'
    >
  >

/** Adds a task that is not in the template. */
export async function addTask(ctx: Ctx, added: AddedTask): Promise<Task> {
  const task = await store.insert(ctx.db, {
    ...added,
    id: newId<TaskId>(),
    templateVersion: 0,
    status: 'pending',
    createdAt: ctx.now,
    openedAt: ctx.now,
  })
  await ctx.invalidate(added.clientId, 'tasks')
  return task
}

/** Deletes a claimed task that is no longer needed. */
export async function removeTask(ctx: Ctx, task: TaskRow) {
  const { id, clientId } = task
  await removal.remove(ctx.db, task)
  await ctx.publish('taskWithdrawn', { clientId, taskId: id })
  await ctx.invalidate(clientId, 'tasks')
}

/** Replaces a claimed task by the same one without a matter, with nothing of what was sent for it. */
export async function renewTask(ctx: Ctx, task: TaskRow) {
  await removeTask(ctx, task)
  const own = { matterId: null, sharedId: null, isOfClosed: false, isBeingPaid: false }
  await store.insertMissing(ctx.db, [{ ...task, ...own, id: newId<TaskId>() }])
}

/** Marks a claimed task as started, because a draft or a capture exists. */
export const startTask = (ctx: Ctx, task: TaskRow) => change(ctx, task, { status: 'in_progress' })

/** Completes a claimed task. Completing it again only changes its outcome. */
export async function settleTask(ctx: Ctx, task: TaskRow, outcome: Task['outcome'] = null) {
  const { id: taskId, clientId, kind, matterId } = task
  const completedAt = task.completedAt ?? ctx.now
  const settled = await change(ctx, task, { status: 'completed', outcome, reason: null, completedAt })
  if (!isFinished(task)) await ctx.publish('taskCompleted', { clientId, taskId, kind, outcome, matterId })
  return settled
}

/** Asks the client for a replacement of what was sent. The claimed task stays completed. */
export const askForAnother = (ctx: Ctx, task: TaskRow, reason: string) =>
  change(ctx, task, {
    status: 'completed',
    outcome: 'review',
    reason,
    completedAt: task.completedAt ?? ctx.now,
    openedAt: isFinished(task) ? ctx.now : task.openedAt,
  })

/**
 * Reopens a claimed task, with an optional reason for the client. The waiting time of a task that was already open does
 * not restart.
 */
export const reopenTask = (ctx: Ctx, task: TaskRow, reason: string | null = null) =>
  change(ctx, task, {
    status: 'pending',
    outcome: null,
    reason,
    completedAt: null,
    openedAt: isFinished(task) ? ctx.now : task.openedAt,
  })

const change = async (ctx: Ctx, task: TaskRow, to: Parameters<typeof store.update>[2]) => {
  const changed = await store.update(ctx.db, task.id, { ...to, doneBy: null })
  await ctx.invalidate(task.clientId, 'tasks')
  await ctx.publish('taskChanged', { clientId: task.clientId, taskId: task.id })
  return changed
}

type Rewording = Partial<
  Pick<
    TaskRow,
    | 'title'
    | 'description'
    | 'amount'
    | 'account'
    | 'dueOn'
    | 'formId'
    | 'matterId'
    | 'sharedId'
    | 'reminders'
  >
>

/** Changes the text or due day of a task. Its state does not change. */
export async function rewordTask(ctx: Ctx, { id, clientId }: TaskRow, to: Rewording) {
  await store.update(ctx.db, id, to)
  await ctx.invalidate(clientId, 'tasks')
}

/** Restarts the waiting time of claimed tasks that were on hold, so that their clients are reminded of them anew. */
export const restartTasks = ({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: readonly TaskId[]) =>
  store.updateByIds(db, ids, { openedAt: now })

/** Stores a form that the firm wrote, once however many tasks use it. */
export const keepForm = (db: Db, form: FirmForm) =>
  store.ensureForm(db, form, createHash('sha256').update(JSON.stringify(form)).digest('hex'))

export const resetTasks = async (ctx: Ctx, clientId: UserId) => {
  await removal.removeAllAdded(ctx.db, clientId)
  await store.updateAllOf(ctx.db, clientId, {
    status: 'pending',
    outcome: null,
    reason: null,
    completedAt: null,
    doneBy: null,
    openedAt: ctx.now,
  })
  await ctx.invalidate(clientId, 'tasks')
}
