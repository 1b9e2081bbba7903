import { taskParameter } from '#contract/dashboard/dashboard.ts'
import {
  canAcceptCheck,
  canAskCheckAgain,
  canWithdrawCheck,
  type identity,
  isUnchangedSince,
  methodsFor,
} from '#contract/identity/identity.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import {
  clientsOf,
  confirmDetails,
  findClientOf,
  invalidateFirmPagesOf,
} from '#server/features/accounts/service.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { leaveQueue, refuseLaterDecision, refuseTaken } from '#server/features/queue/service.ts'
import {
  claimTask,
  findTask,
  getTask,
  reopenTask,
  settleTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { save } from '../../store.ts'
import { decidedAlready, listOfClient, nameOf, showCheck } from '../service.ts'
import * as store from '../store.ts'

/**
 * Accepts a check by a person's decision, whether the client has submitted it or could not. Throws `already_decided` if
 * somebody was faster.
 */
export async function acceptVerification(ctx: Ctx<Staff>, decided: Input<typeof identity.accept>) {
  const { id, taskId, note, isWithoutRejected = false } = decided
  await settlePictures(ctx, { id, taskId, isWithoutRejected })
  const { task, verificationType } = await claimCheck(ctx, decided)
  if (!canAcceptCheck(task, verificationType)) throw decidedAlready()
  await decideOnce(ctx, taskId)
  const known = await store.find(ctx.db, id, taskId)
  await save(ctx.db, {
    ...(known ?? { taskId, clientId: id, verificationType, completedAt: ctx.now, isSubmitted: false }),
    outcome: 'verified',
    acceptedById: ctx.actor.id,
    acceptedAt: ctx.now,
    note,
  })
  await settleTask(ctx, task, 'verified')
  if (verificationType === 'id') await confirmDetails(ctx, id, true)
  const checkName = nameOf(verificationType)
  await recordActivity(ctx, id, {
    type: 'verification_completed',
    description: `${checkName} verified`,
    metadata: { taskId, outcome: 'verified' },
  })
  await audit(ctx, 'verification.accepted', { subjectId: id, details: { taskId, verificationType, note } })
  const body = "We've checked it. You don't need to do anything else."
  const title = `${checkName} verified`
  await notifyOfDecision(ctx, task, { inMail: `${title}.`, title, body })
  return listOfClient(ctx, { id })
}

/**
 * Withdraws an acceptance. A check that was submitted is in review again, and one that was not is open again. Throws
 * `already_decided` if there is none to withdraw.
 */
export async function reopenCheck(ctx: Ctx<Staff>, { id, decidedAt }: Input<typeof identity.reopen>) {
  const { clientId } = await store.get(ctx.db, clientsOf(ctx.db, ctx.actor), id)
  const task = await claimTask(ctx, { id, clientId })
  const check = await store.get(ctx.db, clientsOf(ctx.db, ctx.actor), id)
  const { verificationType, isSubmitted } = check
  if (!canWithdrawCheck(check, ctx.now)) throw decidedAlready()
  refuseLaterDecision(check.acceptedAt, decidedAt)
  await store.updateUnaccepted(ctx.db, clientId, id)
  if (verificationType === 'id') await confirmDetails(ctx, clientId, false)
  if (isSubmitted) await settleTask(ctx, task, 'review')
  else {
    await store.remove(ctx.db, clientId, id)
    await reopenTask(ctx, task)
  }
  const notice = noticeOfReopened(task, { verificationType, isSubmitted })
  await recordActivity(ctx, clientId, {
    type: isSubmitted ? 'verification_completed' : 'verification_rejected',
    description: `${isSubmitted ? notice.title : 'We haven’t checked this yet'}: ${task.title}`,
    metadata: { taskId: id },
  })
  await audit(ctx, 'verification.reopened', { subjectId: clientId, details: { taskId: id } })
  await notifyOfDecision(ctx, task, { ...notice, isTakenBack: true })
  return showCheck(ctx, { id })
}

/**
 * Removes the submission, and reopens the task with the firm's reason. If the case is closed, the client is not asked to
 * do it again. Throws `already_decided` if somebody was faster.
 */
export async function askAgain(ctx: Ctx<Staff>, decided: Input<typeof identity.askAgain>) {
  const { id, taskId, reason } = decided
  const { task, verificationType } = await claimCheck(ctx, decided)
  if (!canAskCheckAgain(task)) throw decidedAlready()
  await decideOnce(ctx, taskId)
  if (verificationType === 'id') await confirmDetails(ctx, id, false)
  await store.remove(ctx.db, id, taskId)
  await reopenTask(ctx, task, reason)
  const { isOfClosed } = task
  await recordActivity(ctx, id, {
    type: 'verification_rejected',
    description: `${isOfClosed ? 'We couldn’t accept this' : 'Please send this again'}: ${task.title}`,
    metadata: { taskId },
  })
  await audit(ctx, 'verification.rejected', { subjectId: id, details: { taskId, verificationType, reason } })
  await notifyOfDecision(ctx, task, {
    inMail: isOfClosed
      ? 'We couldn’t accept one of your checks.'
      : 'We need you to repeat one of your checks.',
    title: `${isOfClosed ? 'We couldn’t accept this' : 'Please do this again'}: ${task.title}`,
    body: isOfClosed ? `${reason}\nThe case is closed, so you don’t have to do it again.` : reason,
  })
  return listOfClient(ctx, { id })
}

/** Locks the pictures before the task, in the same order as everywhere. */
async function settlePictures(
  ctx: Ctx<Staff>,
  {
    id,
    taskId,
    isWithoutRejected,
  }: Pick<Input<typeof identity.accept>, 'id' | 'taskId'> & { isWithoutRejected: boolean },
) {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  const { kind } = await getTask(ctx.db, client.id, taskId)
  if (kind === 'identity_check')
    await ctx.publish('identityAccepted', { clientId: client.id, isWithoutRejected })
}

/** A picture that the person who accepted the identity saw is undecided again, so the check goes back to review. */
export async function withdrawAcceptance(ctx: Ctx, { clientId }: DomainEvents['faceUndecided']) {
  const found = await findTask(ctx.db, clientId, ['identity_check'])
  if (found === null) return
  const task = await claimTask(ctx, { id: found.id, clientId })
  if (!(await store.updateUnaccepted(ctx.db, clientId, task.id))) return
  await confirmDetails(ctx, clientId, false)
  if (task.outcome === 'verified') await settleTask(ctx, task, 'review')
  await audit(ctx, 'verification.reopened', { subjectId: clientId, details: { taskId: task.id } })
  await ctx.invalidate(clientId, 'identity')
  await invalidateFirmPagesOf(ctx, clientId, 'identity')
}

/** Throws if somebody else is looking at the check. Otherwise removes it from the queue. */
async function decideOnce(ctx: Ctx<Staff>, taskId: TaskRow['id']) {
  await refuseTaken(ctx, { kind: 'check', id: taskId })
  await leaveQueue(ctx.db, { kind: 'check', id: taskId })
}

type Decided = Pick<Input<typeof identity.accept>, 'id' | 'taskId' | 'submittedAt'>

/** Locks the task first: of two concurrent decisions, the second finds that it has been decided. */
async function claimCheck(ctx: Ctx<Staff>, { id, taskId, submittedAt }: Decided) {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  const kinds = ['identity_check', 'bank_check'] as const
  const task = await claimTask(ctx, { id: taskId, clientId: client.id, kinds })
  if (!isUnchangedSince(task, submittedAt)) throw decidedAlready()
  const [verificationType = 'id'] = methodsFor(task)
  return { task, verificationType }
}

async function notifyOfDecision(
  ctx: Ctx,
  { id, clientId }: TaskRow,
  { isTakenBack = false, ...notice }: { inMail: string; title: string; body: string; isTakenBack?: boolean },
) {
  const link = `${pages.dashboard}?${taskParameter}=${id}`
  const decision = { on: `check:${id}`, isTakenBack }
  await notify(ctx, clientId, { topic: 'tasks', ...notice, link, decision })
  await ctx.invalidate(clientId, 'identity')
  await invalidateFirmPagesOf(ctx, clientId, 'identity')
}

/** A check that was never submitted is the client's to do again; the firm looks again only at what it was sent. */
function noticeOfReopened(
  { title, isOfClosed }: TaskRow,
  { verificationType, isSubmitted }: Pick<store.VerificationRow, 'verificationType' | 'isSubmitted'>,
) {
  const checkName = nameOf(verificationType)
  if (isSubmitted)
    return {
      inMail: 'We’re taking another look at one of your checks.',
      title: "We're looking at it again",
      body: `${checkName}: we're taking another look. You don't need to do anything.`,
    }
  const next = isOfClosed
    ? 'The case is closed, so you don’t have to do it.'
    : 'Please do this task yourself.'
  return {
    inMail: 'One of your checks isn’t done after all.',
    title: `We haven’t checked this yet: ${title}`,
    body: `We marked it as checked too early. ${next}`,
  }
}
