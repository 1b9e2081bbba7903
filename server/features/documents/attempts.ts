import { canDelete } from '#contract/documents/documents.ts'
import type { AttemptFor, DomainEvents } from '#contract/kit/domain-events.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { documentTypesFor, type TaskKind } from '#contract/tasks.ts'
import { withdrawNoticesOf } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isShared } from './likeness.ts'
import { isFaulty, tellOfDocument } from './settle-task.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/**
 * What the client sent before for a task, and was told to send again, is replaced by what they send now: what waits
 * for the firm, and what is good, stays.
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

/** A newer picture for the same step takes the place of the one before, whatever was found on that. */
export async function replaceAttempt(
  ctx: Ctx,
  {
    clientId,
    attemptFor,
    documentType,
  }: Pick<DocumentRow, 'clientId' | 'documentType'> & { attemptFor: AttemptFor },
) {
  const open = await store.claimUndecided(ctx.db, clientId)
  // The back of another card belongs to the front that was replaced.
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

/** What a person refused is replaced by what the client sends in its place. */
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
    // That two clients sent one picture is for the firm to know, whatever came in its place.
    if (!validation || !isShared(validation)) await withdrawNoticesOf(ctx, reviewPath(id))
  }
  for (const document of replaced) await tellOfDocument(ctx, document)
}
