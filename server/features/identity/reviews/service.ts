import type { UserId } from '#contract/accounts/accounts.ts'
import { taskParameter } from '#contract/dashboard/dashboard.ts'
import {
  canAcceptCheck,
  canAskCheckAgain,
  type identity,
  methodsFor,
  type ReviewedVerification,
  standsAsSeen,
} from '#contract/identity/identity.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  clientsOf,
  confirmDetails,
  findClientOf,
  namesOf,
  tellFirmOf,
} from '#server/features/accounts/service.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { notify } from '#server/features/notifications/service.ts'
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
import type { Db } from '#server/platform/db/database.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import { save } from '../store.ts'
import type { VerificationRow } from './store.ts'
import * as store from './store.ts'

/** What waits for this person's decision, the longest first. */
export const listWaitingChecks = ({ db, actor }: Ctx<Staff>, wanted: WaitingWanted) =>
  store.listLongestWaiting(db, clientsOf(db, actor), wanted)

/** How many checks of one client wait for this person's decision. */
export const countWaitingChecks = ({ db, actor }: Ctx<Staff>, clientId: UserId) =>
  store.countWaiting(db, clientsOf(db, actor), clientId)

export const listWaiting = async ({ db, actor }: Ctx<Staff>) =>
  asReviewed(db, await store.listWaiting(db, clientsOf(db, actor)))

export async function listOfClient({ db, actor }: Ctx<Staff>, { id }: { id: UserId }) {
  const client = await findClientOf(db, actor, id)
  return asReviewed(db, await store.listOfClient(db, client.id))
}

/** A person's word settles the check, whether the client has submitted it or could not. */
export async function acceptVerification(ctx: Ctx<Staff>, decided: Input<typeof identity.accept>) {
  const { id, taskId, note, isWithoutRejected = false } = decided
  await settlePictures(ctx, { id, taskId, isWithoutRejected })
  const { task, verificationType } = await claimCheck(ctx, decided)
  if (!canAcceptCheck(task, verificationType)) throw decidedAlready()
  const known = await store.find(ctx.db, id, taskId)
  await save(ctx.db, {
    ...(known ?? { taskId, clientId: id, verificationType, completedAt: ctx.now }),
    outcome: 'verified',
    acceptedById: ctx.actor.id,
    acceptedAt: ctx.now,
    note,
  })
  await settleTask(ctx, task, 'verified')
  if (verificationType === 'id') await confirmDetails(ctx, id, true)
  const what = nameOf(verificationType)
  await recordActivity(ctx, id, {
    type: 'verification_completed',
    description: `${what} verified`,
    metadata: { taskId, outcome: 'verified' },
  })
  await audit(ctx, 'verification.accepted', { subjectId: id, details: { taskId, verificationType, note } })
  const body = "We've checked it. You don't need to do anything else."
  const title = `${what} verified`
  await tellBoth(ctx, task, { inMail: `${title}.`, title, body })
  return listOfClient(ctx, { id })
}

/** What was submitted is put away, and the task is open again with the firm's words. */
export async function askAgain(ctx: Ctx<Staff>, decided: Input<typeof identity.askAgain>) {
  const { id, taskId, reason } = decided
  const { task, verificationType } = await claimCheck(ctx, decided)
  if (!canAskCheckAgain(task)) throw decidedAlready()
  if (verificationType === 'id') await confirmDetails(ctx, id, false)
  await store.remove(ctx.db, id, taskId)
  await reopenTask(ctx, task, reason)
  await recordActivity(ctx, id, {
    type: 'verification_rejected',
    description: `Please send this again: ${task.title}`,
    metadata: { taskId },
  })
  await audit(ctx, 'verification.rejected', { subjectId: id, details: { taskId, verificationType, reason } })
  await tellBoth(ctx, task, {
    inMail: 'We need you to repeat one of your checks.',
    title: `Please do this again: ${task.title}`,
    body: reason,
  })
  return listOfClient(ctx, { id })
}

/** The pictures are locked before the task, as everywhere. */
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

/** Whoever accepted an identity saw a picture that is open again: the check waits for a person once more. */
export async function withdrawAcceptance(ctx: Ctx, { clientId }: DomainEvents['faceUndecided']) {
  const found = await findTask(ctx.db, clientId, ['identity_check'])
  if (found === null) return
  const task = await claimTask(ctx, { id: found.id, clientId })
  if (!(await store.updateUnaccepted(ctx.db, clientId, task.id))) return
  await confirmDetails(ctx, clientId, false)
  if (task.outcome === 'verified') await settleTask(ctx, task, 'review')
  await audit(ctx, 'verification.reopened', { subjectId: clientId, details: { taskId: task.id } })
  await ctx.invalidate(clientId, 'identity')
  await tellFirmOf(ctx, clientId, 'identity')
}

type Decided = Pick<Input<typeof identity.accept>, 'id' | 'taskId' | 'submittedAt'>

/** The task is locked first: of two decisions at the same moment the second finds that it is decided. */
async function claimCheck(ctx: Ctx<Staff>, { id, taskId, submittedAt }: Decided) {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  const kinds = ['identity_check', 'bank_check'] as const
  const task = await claimTask(ctx, { id: taskId, clientId: client.id, kinds })
  if (!standsAsSeen(task, submittedAt)) throw decidedAlready()
  const [verificationType = 'id'] = methodsFor(task)
  return { task, verificationType }
}

const nameOf = (type: VerificationRow['verificationType']) => (type === 'bank' ? 'Bank account' : 'Identity')

async function tellBoth(
  ctx: Ctx,
  { id, clientId }: TaskRow,
  notice: { inMail: string; title: string; body: string },
) {
  const link = `${pages.dashboard}?${taskParameter}=${id}`
  await notify(ctx, clientId, { topic: 'tasks', ...notice, link })
  await ctx.invalidate(clientId, 'identity')
  await tellFirmOf(ctx, clientId, 'identity')
}

async function asReviewed(db: Db, rows: VerificationRow[]): Promise<ReviewedVerification[]> {
  const ids = rows.flatMap(({ clientId, acceptedById }) => [
    clientId,
    ...(acceptedById ? [acceptedById] : []),
  ])
  const names = await namesOf(db, ids)
  return rows.map(({ clientId, acceptedById, ...row }) => {
    const person = acceptedById ? names.get(acceptedById) : undefined
    return {
      ...row,
      client: names.get(clientId) ?? { id: clientId, firstName: '', lastName: '' },
      acceptedBy: person ? fullName(person) : null,
    }
  })
}

const decidedAlready = () =>
  new Problem('conflict', 'This has been decided or changed in the meantime. Here is its current state.', {
    reason: 'already_decided',
  })
