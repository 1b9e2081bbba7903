import { canDelete } from '#contract/documents/documents.ts'
import type { AttemptFor, DomainEvents } from '#contract/kit/domain-events.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { documentTypesFor, type TaskKind } from '#contract/tasks.ts'
import { withdrawNoticesOf } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isShared } from './same-picture.ts'
import { invalidateDocument, isFaulty } from './settle-task.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/**
 * Supersedes the faulty documents of a task that the client was asked to send again. Documents that wait for the firm
 * or are good stay.
 */
export async function replaceFaulty(
  ctx: Ctx,
  {
    clientId,
    task,
  }: { clientId: DocumentRow['clientId']; task: { id: DocumentRow['taskId']; kind: TaskKind } },
) {
  const types: readonly string[] = documentTypesFor[task.kind] ?? []
  const open = await store.claimUndecided(ctx.db, clientId)
  const isOfTask = ({ taskId, documentType }: DocumentRow) =>
    taskId === null ? types.includes(documentType) : taskId === task.id
  await supersede(
    ctx,
    open.filter((document) => isOfTask(document) && isFaulty(document)),
  )
}

/** Supersedes the earlier picture of the same step, whatever was found in it. */
export async function replaceAttempt(
  ctx: Ctx,
  {
    clientId,
    attemptFor,
    documentType,
  }: Pick<DocumentRow, 'clientId' | 'documentType'> & { attemptFor: AttemptFor },
) {
  const open = await store.claimUndecided(ctx.db, clientId)
  // A front of another type of card also replaces the back, which belongs to the old front.
  const isBackOfAnother = (document: DocumentRow) =>
    attemptFor === 'id_front' && document.attemptFor === 'id_back' && document.documentType !== documentType
  await supersede(
    ctx,
    open.filter((document) => document.attemptFor === attemptFor || isBackOfAnother(document)),
  )
}

export async function dropAttempt(ctx: Ctx, { clientId, attemptFor }: DomainEvents['attemptWithdrawn']) {
  const open = await store.claimUndecided(ctx.db, clientId)
  await supersede(
    ctx,
    open.filter((document) => document.attemptFor === attemptFor),
  )
}

/** Supersedes rejected documents: the client has sent others, or the identity was accepted without them. */
export const replaceRejected = (ctx: Ctx, rejected: DocumentRow[]) => supersede(ctx, rejected)

async function supersede(ctx: Ctx, documents: DocumentRow[]) {
  const replaced = documents.filter(canDelete)
  const [first] = replaced
  if (!first) return
  const { clientId } = first
  for (const { id, validation } of replaced) {
    await store.update(ctx.db, id, { supersededAt: ctx.now })
    await ctx.publish('documentSuperseded', { clientId, documentId: id })
    await audit(ctx, 'document.superseded', { subjectId: clientId, details: { documentId: id } })
    // The firm needs to know if two clients sent the same picture, even if it was replaced.
    if (!validation || !isShared(validation)) await withdrawNoticesOf(ctx, reviewPath(id))
  }
  for (const document of replaced) await invalidateDocument(ctx, document)
}
