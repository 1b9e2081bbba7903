import { taskParameter } from '#contract/dashboard/dashboard.ts'
import { documentName } from '#contract/documents/documents.ts'
import { canAccept, canReject, canReopen, reopenableDays, type reviews } from '#contract/documents/reviews.ts'
import { isFace } from '#contract/documents/verdict.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo, reviewPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { namesOf } from '#server/features/accounts/service.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { notify, readNoticesOf } from '#server/features/notifications/service.ts'
import { leaveQueue, refuseLaterDecision, refuseTaken } from '#server/features/queue/service.ts'
import { findMatterOfTask, type TaskRow } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { timeText } from '#server/platform/time/zone.ts'
import { publishVerified } from '../record-verdict.ts'
import { askFaceAgain, settleFaces } from '../rejected-faces.ts'
import { claimTaskOf, invalidateDocument, settleByDocuments } from '../settle-task.ts'
import { type DocumentRow, update } from '../store.ts'
import { reviewOf, scopeOf } from './service.ts'
import * as store from './store.ts'

/**
 * Accepts a document as a person: it is verified and kept, and settles its task. Throws `conflict` if it was replaced
 * or decided meanwhile, or a colleague is looking at it.
 */
export async function acceptDocument(ctx: Ctx<Staff>, { id }: Input<typeof reviews.accept>) {
  const document = await store.claim(ctx.db, scopeOf(ctx), id)
  refuseSuperseded(document)
  if (!canAccept(document)) throw await decidedAlready(ctx, document)
  await refuseTaken(ctx, { kind: 'document', id })
  const { clientId, filename, sha256 } = document
  const verifiedAt = document.verifiedAt ?? ctx.now
  await leaveQueue(ctx.db, { kind: 'document', id })
  await update(ctx.db, id, {
    status: 'verified',
    isAccepted: true,
    reason: null,
    verifiedAt,
    ...decision(ctx),
  })
  await publishVerified(ctx, document, await settleBy(ctx, document))
  await audit(ctx, 'document.accepted', {
    subjectId: clientId,
    details: { documentId: id, filename, sha256 },
  })
  const body = `We have checked ${filename}. You don't need to do anything else.`
  await notifyOfDecision(ctx, document, {
    title: 'Your document was accepted',
    body,
    link: panelOf(document),
  })
  return shown(ctx, id)
}

/**
 * Rejects a document. The client reads the reason as written, and is asked for another if no other document counts and
 * its case isn't closed.
 * Throws `conflict` as `acceptDocument` does.
 */
export async function rejectDocument(ctx: Ctx<Staff>, { id, reason }: Input<typeof reviews.reject>) {
  const document = await store.claim(ctx.db, scopeOf(ctx), id)
  refuseSuperseded(document)
  if (!canReject(document)) throw await decidedAlready(ctx, document)
  await refuseTaken(ctx, { kind: 'document', id })
  const { clientId, filename, sha256, status } = document
  await leaveQueue(ctx.db, { kind: 'document', id })
  await update(ctx.db, id, { status: 'rejected', reason, verifiedAt: null, ...decision(ctx) })
  const task = await settleBy(ctx, document, reason)
  const title = task?.isOfClosed ? 'We couldn’t accept a document' : 'We need another document'
  await recordActivity(ctx, clientId, {
    type: 'document_rejected',
    description: `${title}: ${task?.title ?? documentName(document)}`,
    metadata: { documentId: id },
  })
  if (status === 'verified') await ctx.publish('verificationWithdrawn', { clientId, documentId: id })
  if (isFace(document)) await ctx.publish('faceUndecided', { clientId })
  await ctx.publish('documentRejected', { clientId, documentId: id, matterId: task?.matterId ?? null })
  await audit(ctx, 'document.rejected', {
    subjectId: clientId,
    details: { documentId: id, filename, sha256, reason },
  })
  const link = task && !task.isOfClosed ? `${pages.dashboard}?${taskParameter}=${task.id}` : panelOf(document)
  const body = `${filename}: ${reason}`
  await notifyOfDecision(ctx, document, {
    title,
    body: task?.isOfClosed ? `${body}\nThe case is closed, so you don’t have to send another.` : body,
    link,
  })
  return shown(ctx, id)
}

/** Reopens a wrong decision, so that the document waits again. Throws `conflict` if it is too late. */
export async function reopenReview(ctx: Ctx<Staff>, { id, decidedAt }: Input<typeof reviews.reopen>) {
  const document = await store.claim(ctx.db, scopeOf(ctx), id)
  if (!canReopen(document, ctx.now)) throw tooLate()
  refuseLaterDecision(document.decidedAt, decidedAt)
  const { clientId, filename, status } = document
  const undecided = { decidedById: null, decidedAt: null }
  await update(ctx.db, id, {
    status: 'pending',
    isAccepted: false,
    isForReview: true,
    reason: null,
    verifiedAt: null,
    ...undecided,
  })
  const task = await settleBy(ctx, document)
  await settleFaces(ctx, document)
  const title = "We're looking at it again"
  await recordActivity(ctx, clientId, {
    type: 'document_uploaded',
    description: `${title}: ${task?.title ?? documentName(document)}`,
    metadata: { documentId: id },
  })
  if (status === 'verified') await ctx.publish('verificationWithdrawn', { clientId, documentId: id })
  if (isFace(document)) await ctx.publish('faceUndecided', { clientId })
  await audit(ctx, 'document.reopened', { subjectId: clientId, details: { documentId: id, filename } })
  const body = `${filename}: we're taking another look at it. You don't need to do anything.`
  await notifyOfDecision(ctx, document, { title, body, link: panelOf(document), isTakenBack: true })
  return shown(ctx, id)
}

const panelOf = ({ id }: DocumentRow) => pathTo(pages.documents, 'document', id)

// The person who decided needs no email, not even after the decision is taken back.
const decision = ({ actor, now }: Ctx<Staff>) => ({
  decidedById: actor.id,
  decidedAt: now,
  firmNotifiedAt: now,
})

const shown = async (ctx: Ctx<Staff>, id: DocumentRow['id']) =>
  reviewOf(ctx, await store.get(ctx.db, scopeOf(ctx), id))

/** Settles the task by its documents. Asks the client again if none counts any more. */
async function settleBy(
  ctx: Ctx,
  document: DocumentRow,
  reason: string | null = null,
): Promise<TaskRow | null> {
  const task = await claimTaskOf(ctx, document)
  if (task === null) return reason === null ? null : askFaceAgain(ctx, document, reason)
  await settleByDocuments(ctx, task, reason)
  return task
}

async function notifyOfDecision(
  ctx: Ctx<Staff>,
  { id, clientId, taskId }: DocumentRow,
  { isTakenBack = false, ...notice }: { title: string; body: string; link: string; isTakenBack?: boolean },
) {
  await readNoticesOf(ctx, ctx.actor.id, reviewPath(id))
  const matterId = await findMatterOfTask(ctx.db, taskId)
  const decision = { on: `document:${id}`, isTakenBack }
  await notify(ctx, clientId, {
    topic: 'documents',
    inMail: `${notice.title}.`,
    matterId,
    decision,
    ...notice,
  })
  await invalidateDocument(ctx, { clientId, taskId })
}

const refuseSuperseded = ({ supersededAt }: DocumentRow) => {
  if (supersededAt === null) return
  throw new Problem(
    'conflict',
    'The client has sent another document in place of this one, so there is nothing to decide.',
    { reason: 'superseded' },
  )
}

/** Returns the refusal for the second of two people, with who decided first and when. */
async function decidedAlready({ db }: Ctx, { decidedById, decidedAt, status }: DocumentRow) {
  const person = decidedById && (await namesOf(db, [decidedById])).get(decidedById)
  const verb = status === 'rejected' ? 'rejected' : 'accepted'
  const words =
    person && decidedAt
      ? `${fullName(person)} ${verb} this document on ${timeText(decidedAt)}.`
      : 'Someone else has decided on this document in the meantime.'
  return new Problem('conflict', `${words} Here is its current state.`, { reason: 'already_decided' })
}

const tooLate = () =>
  new Problem('conflict', `There's no decision here to undo; you can undo one for ${reopenableDays} days.`, {
    reason: 'not_reopenable',
  })
