import { canAddTo } from '#contract/documents/documents.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { claimTask, findTask } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { replaceAttempt } from './attempts.ts'
import { cleanFilename } from './filename.ts'
import { recordUpload, refuseBeyondQuota } from './intake.ts'
import { identityPurposeOf, likenessOf, refuseSamePicture } from './same-picture.ts'
import { isFaulty, settleByDocuments } from './settle-task.ts'
import * as store from './store.ts'

/**
 * Stores a file that the conversation has accepted as a document, and queues it to be read. Throws `conflict` if the
 * account can hold no more, and `unprocessable` if the same picture was sent for something else.
 */
export async function keepCaptured(
  ctx: Ctx,
  { clientId, documentId, file, filename, fingerprint, ...facts }: DomainEvents['documentCaptured'],
) {
  await store.holdClient(ctx.db, clientId)
  await refuseBeyondQuota(ctx.db, clientId)
  const identityPurpose = identityPurposeOf(facts.documentType)
  await replaceAttempt(ctx, { ...facts, clientId })
  const picture = { identityPurpose, fingerprint }
  await refuseSamePicture(ctx.db, { ...facts, ...picture, clientId, sha256: file.sha256 })
  const document = await store.insert(ctx.db, {
    ...facts,
    filename: cleanFilename(filename),
    ...likenessOf(picture),
    id: documentId,
    clientId,
    taskId: null,
    fileKey: file.key,
    fileSize: file.size,
    sha256: file.sha256,
    status: 'pending',
    createdAt: ctx.now,
  })
  await recordUpload(ctx, document)
}

/** Assigns what the conversation collected to the client's tasks, and settles them. */
export async function attachCollected(ctx: Ctx, { clientId, documents }: DomainEvents['evidenceCollected']) {
  for (const { documentId, taskKind } of documents) {
    const document = await store.claimLoose(ctx.db, clientId, documentId)
    if (!document) continue
    // The conversation only goes on with a faulty document if its client sends it as it is.
    const isForReview = isFaulty(document)
    if (taskKind === null) {
      if (isForReview) await store.update(ctx.db, documentId, { isForReview })
      continue
    }
    const found = await findTask(ctx.db, clientId, [taskKind])
    if (!found) continue
    const task = await claimTask(ctx, { id: found.id, clientId })
    if (!canAddTo(await store.heldBy(ctx.db, task.id))) continue
    await store.update(ctx.db, documentId, { taskId: task.id, isForReview })
    await settleByDocuments(ctx, task)
    if (document.status === 'verified')
      await ctx.publish('documentVerified', {
        clientId,
        documentId,
        documentType: document.documentType,
        taskKind,
        matterId: task.matterId,
      })
  }
  if (documents.length > 0) await ctx.invalidate(clientId, 'documents')
}

/** Stores what the firm sends for signature among the client's documents. It is neither read nor judged. */
export async function keepSent(
  ctx: Ctx,
  { documentId, clientId, file, ...facts }: DomainEvents['documentSent'],
) {
  await store.insert(ctx.db, {
    ...facts,
    id: documentId,
    clientId,
    purpose: 'signature',
    fileKey: file.key,
    fileSize: file.size,
    sha256: file.sha256,
    status: 'pending',
    createdAt: ctx.now,
  })
}

/** Stores what the firm sends to be read. It counts as accepted, and nobody judges it. */
export async function keepLetter(
  ctx: Ctx,
  { documentId, clientId, file, ...facts }: DomainEvents['letterSent'],
) {
  await store.insert(ctx.db, {
    ...facts,
    id: documentId,
    clientId,
    purpose: 'letter',
    fileKey: file.key,
    fileSize: file.size,
    sha256: file.sha256,
    status: 'verified',
    isAccepted: true,
    createdAt: ctx.now,
    verifiedAt: ctx.now,
  })
  await ctx.invalidate(clientId, 'documents')
}

export async function acceptSigned(ctx: Ctx, { clientId, documentId }: DomainEvents['documentSigned']) {
  const signed = { status: 'verified', verifiedAt: ctx.now, isAccepted: true } as const
  await store.updateSent(ctx.db, { clientId, id: documentId }, signed)
}

/** Deletes a withdrawn document and its file. */
export async function dropSent(ctx: Ctx, { clientId, documentId }: DomainEvents['documentWithdrawn']) {
  const fileKey = await store.removeSent(ctx.db, { clientId, id: documentId })
  const { files } = ctx.ports
  ctx.afterCommit(() => {
    if (fileKey !== null) files.remove(fileKey).catch(() => {})
  })
}
