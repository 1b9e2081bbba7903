import { z } from 'zod'
import type { UserId } from '#contract/accounts/accounts.ts'
import {
  type Correction,
  canDelete,
  correctableFields,
  type DocumentId,
  type documents,
  type ReadField,
} from '#contract/documents/documents.ts'
import type { Validation } from '#contract/documents/validation.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { TaskId } from '#contract/tasks.ts'
import { clientScopeOf } from '#server/features/accounts/service.ts'
import { fileScopeOf, listTasksByIds } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx, MultiStepCtx, Staff, UploadCtx } from '#server/platform/ctx.ts'
import { type OpenUpload, openInTime, openLater } from '#server/platform/files/open-upload.ts'
import type { RefusedUpload } from '#server/platform/http/uploads.ts'
import { scanned } from './files.ts'
import { takeIn } from './intake.ts'
import { answerLater } from './readings/answer.ts'
import { removeAllOf as eraseReadings } from './readings/store.ts'
import { eraseFiles, reconsider, removeWhole, warnOfInfected } from './removal.ts'
import * as reviewStore from './reviews/store.ts'
import { invalidateDocument, isFaulty, refuseForClosed } from './settle-task.ts'
import * as store from './store.ts'

export * as numbers from './numbers/store.ts'
export {
  countWaitingDocuments,
  documentQueue,
  documentsOpenTo,
  hasExpiringDocument,
  listDocumentsOfMatter,
  listExpiringDocuments,
  listWaitingDocuments,
} from './reviews/service.ts'
export { countOfMatter as countDocumentsOfMatter } from './reviews/store.ts'
export { datesOf as documentDatesOf, listOf as listDocuments } from './store.ts'

type Taken = () => Promise<Output<typeof documents.upload>>

const uploadWith =
  (open: OpenUpload) =>
  async (ctx: UploadCtx<Client>, input: Input<typeof documents.upload>): Promise<Taken> => {
    const { read, now, onChange, upload } = ctx
    const { askedAt, receivedAt } = upload
    const { document, sentAt } = await takeIn(ctx, input, open)
    return answerLater({ read, now, onChange }, document, { askedAt, receivedAt, sentAt })
  }

/** Takes one file. The response waits for the verdict after the file is released, and may go without it. */
export const uploadDocument = uploadWith(openInTime)

/** Takes one file without opening it. It is opened when it is read. */
export const uploadUnopened = uploadWith(openLater)

/** Records why a file was refused, for the firm and for support. */
export async function noteRefusal(
  ctx: MultiStepCtx<Client>,
  { code, reason = code }: Problem,
  upload: RefusedUpload | null,
) {
  const file = upload && { filename: upload.filename, sha256: upload.staged.sha256 }
  await ctx.transaction(async (step) => {
    await audit(step, 'document.refused', { details: { reason, ...file } })
    if (reason === 'malware_found' && upload)
      await warnOfInfected(step, {
        clientId: step.actor.id,
        filename: upload.filename,
        taskId: await ownTaskIn(step, upload.fields),
      })
  })
}

/** Returns the client's task that the upload is for, or null. */
async function ownTaskIn({ db, actor }: Ctx<Client>, fields: unknown) {
  const { success, data } = z.object({ taskId: TaskId }).safeParse(fields)
  const [task] = success ? await listTasksByIds(db, [data.taskId]) : []
  return task?.clientId === actor.id ? task.id : null
}

/**
 * Deletes a document, and reopens its task if no other document fills it. Throws `conflict` if a person at the firm has
 * accepted it, or it counts on a case that the client has left.
 */
export async function removeDocument(ctx: Ctx<Client>, { id }: Input<typeof documents.remove>) {
  const document = await store.claim(ctx.db, ctx.actor.id, id)
  if (!canDelete(document)) throw cannotDelete()
  const { filename, sha256, clientId, taskId } = document
  if (taskId !== null) await ctx.publish('documentDeleting', { clientId, taskId })
  await removeWhole(ctx, document)
  await audit(ctx, 'document.deleted', { details: { documentId: id, filename, sha256 } })
  return undefined
}

/** Sends a faulty document as it is: the client is asked for nothing more, and a person of the firm decides. */
export async function keepDocument(ctx: Ctx<Client>, { id }: Input<typeof documents.keep>) {
  const document = await store.claim(ctx.db, ctx.actor.id, id)
  const { clientId } = document
  if (document.supersededAt === null && isFaulty(document)) {
    await refuseForClosed(ctx, document)
    await store.update(ctx.db, id, { isForReview: true })
    await reconsider(ctx, document)
    await audit(ctx, 'document.kept', { details: { documentId: id } })
    await invalidateDocument(ctx, document)
  }
  return store.show(ctx.db, clientId, id)
}

const cannotDelete = () =>
  new Problem('conflict', "We've accepted this document, so it is kept and can't be deleted.", {
    reason: 'document_accepted',
  })

/** Throws `unprocessable` if the client has sent no identity document that still counts. */
export async function requireIdentityDocument(ctx: Ctx, { clientId }: DomainEvents['identitySubmitted']) {
  if (await store.hasIdentityDocument(ctx.db, clientId)) return
  throw new Problem(
    'unprocessable',
    'We have no document from you yet. Please upload your passport, driving licence or identity card first.',
    { reason: 'document_missing' },
  )
}

/** Returns the documents that a message takes along. Throws `not_found` for one that is not this client's. */
export async function findAttached(
  { db, actor }: Ctx,
  { clientId, documentIds }: { clientId: UserId; documentIds: readonly DocumentId[] },
) {
  const found = []
  const isOfFirm = actor.role !== 'client' && actor.role !== 'visitor'
  const hidden = isOfFirm ? fileScopeOf(db, clientScopeOf(db, actor)).hidden : undefined
  for (const documentId of documentIds) {
    const document = scanned(await store.get(db, clientId, documentId, hidden))
    const { taskId, filename, fileType, fileSize, hasActiveContent, fileKey, sha256 } = document
    found.push({ documentId, taskId, filename, fileType, fileSize, hasActiveContent, fileKey, sha256 })
  }
  return found
}

/** Deletes all documents of a demo account. The lock makes an upload in progress finish before or start after. */
export async function eraseDocuments(ctx: Ctx, { clientId }: DomainEvents['clientReset']) {
  await store.holdClient(ctx.db, clientId)
  const fileKeys = await store.removeAllOf(ctx.db, clientId)
  await eraseReadings(ctx.db, clientId)
  await ctx.invalidate(clientId, 'documents')
  eraseFiles(ctx, fileKeys)
}

/** Searches the documents of this person's clients, allowing for typing mistakes. The best matches come first. */
export const searchDocuments = ({ db, actor }: Ctx<Staff>, wanted: { words: string; limit: number }) =>
  reviewStore.search(db, fileScopeOf(db, clientScopeOf(db, actor)), wanted)

/** Stores what the client says was misread beside what was read. The check's verdict doesn't change. */
export async function correctValue(ctx: Ctx<Client>, { id, field, value }: Input<typeof documents.correct>) {
  const document = await store.claim(ctx.db, ctx.actor.id, id)
  const read = readOf(document, field)
  await refuseForClosed(ctx, document)
  const others = document.corrections.filter((correction) => correction.field !== field)
  // Typing what was read takes the correction back.
  const corrections: Correction[] = value === read ? others : [...others, { field, read, value }]
  await store.update(ctx.db, id, { corrections })
  await audit(ctx, 'document.corrected', { details: { documentId: id, field } })
  await ctx.invalidate(document.clientId, 'documents')
  return store.show(ctx.db, document.clientId, id)
}

interface Judged {
  isAccepted: boolean
  validation: Validation | null
}

const readOf = (document: Judged, field: ReadField) => {
  if (document.isAccepted) throw cannotCorrect()
  const read = correctableFields(document).includes(field) ? document.validation?.metadata[field] : null
  if (!read) throw notRead()
  return read
}

const cannotCorrect = () =>
  new Problem('conflict', "We've accepted this document, so there's nothing left to correct.", {
    reason: 'document_accepted',
  })

const notRead = () =>
  new Problem('unprocessable', "This wasn't read from the document, so there's nothing to correct.", {
    reason: 'not_read',
  })
