import { canAddTo } from '#contract/documents/documents.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { claimTask, findTask } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { replaceAttempt } from './attempts.ts'
import { cleanFilename } from './filename.ts'
import { refuseBeyondQuota, tellOf } from './intake.ts'
import { identityPurposeOf, likenessOf, refuseSamePicture } from './likeness.ts'
import { isFaulty, settleByDocuments } from './settle-task.ts'
import * as store from './store.ts'

/** A file that the conversation has accepted and kept becomes a document, and is read at once. */
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
  await tellOf(ctx, document)
}

/** What the conversation collected belongs to its tasks from now on, and settles them. */
export async function attachCollected(ctx: Ctx, { clientId, documents }: DomainEvents['evidenceCollected']) {
  for (const { documentId, taskKind } of documents) {
    const document = await store.claimLoose(ctx.db, clientId, documentId)
    const found = document && (await findTask(ctx.db, clientId, [taskKind]))
    if (!document || !found) continue
    const task = await claimTask(ctx, { id: found.id, clientId })
    if (!canAddTo(await store.heldBy(ctx.db, task.id))) continue
    // The conversation goes on without another only where its client sends it as it is.
    await store.update(ctx.db, documentId, { taskId: task.id, isForReview: isFaulty(document) })
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

/** What the firm sends to be signed lies with the client's documents, is read by nobody and judged by nobody. */
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

/** What the firm sends to be read is accepted as it is: its client keeps it, and nobody judges it. */
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

/** A document that was taken back leaves nothing to look at. */
export async function dropSent(ctx: Ctx, { clientId, documentId }: DomainEvents['documentWithdrawn']) {
  const fileKey = await store.removeSent(ctx.db, { clientId, id: documentId })
  const { files } = ctx.ports
  ctx.afterCommit(() => {
    if (fileKey !== null) files.remove(fileKey).catch(() => {})
  })
}
