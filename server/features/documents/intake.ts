import type { UserId } from '#contract/accounts/accounts.ts'
import {
  canAddTo,
  DocumentId,
  documentName,
  type documents,
  documentsPerClient,
  taskFor,
} from '#contract/documents/documents.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Task, TaskId } from '#contract/tasks.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { claimOwnTask, getOwnTask, listTasks, refuseOfClosed } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, MultiStepCtx, UploadCtx } from '#server/platform/ctx.ts'
import { type Db, sqlState } from '#server/platform/db/database.ts'
import type { OpenedUpload, OpenUpload } from '#server/platform/files/open-upload.ts'
import type { StoredFile } from '#server/platform/files/port.ts'
import { fingerprintOf, keyOf, keyReused } from '#server/platform/http/idempotency.ts'
import { uploadRate } from '#server/platform/http/limits.ts'
import { replaceFaulty } from './attempts.ts'
import { cleanFilename, namelessFile } from './filename.ts'
import { queueReading } from './readings/queue.ts'
import { replaceRejectedFace, settleFaces } from './rejected-faces.ts'
import { identityPurposeOf, likenessOf, refuseSamePicture } from './same-picture.ts'
import { invalidateDocument, settleByDocuments } from './settle-task.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

type UploadInput = Input<typeof documents.upload>

interface Taken extends Attempt, OpenedUpload {
  taskId: TaskId | null
  documentType: string
  filename: string
  isAddition: boolean
  awaitsScan: boolean
}

/** Identifies a repeated upload, in case the page missed the first response. */
interface Attempt {
  idempotencyKey: string | null
  requestHash: string
}

interface TakenIn {
  document: DocumentRow
  /** When the same file was sent for the same purpose, if that document still counts. Then `document` is that one. */
  sentAt: Date | null
}

/** Counts an upload before it is received, so that too many are not received at all. */
export const admitUpload = ({ ports, actor }: MultiStepCtx<Client>) =>
  ports.limits.count(uploadRate, actor.id)

/**
 * Checks a file and stores it with its row, or refuses it and stores nothing. Cheap checks come first. A repeated
 * upload gets the same document. `open` opens the file now or leaves that for later.
 */
export async function takeIn(
  ctx: UploadCtx<Client>,
  wanted: UploadInput,
  open: OpenUpload,
): Promise<TakenIn> {
  const { actor, read, upload } = ctx
  const attempt = attemptOf(ctx, wanted)
  const known = await findRepeated(read, actor.id, attempt)
  if (known) return { document: known, sentAt: null }
  const taskId = await taskOf(ctx, wanted)
  await refuseBeyondQuota(read, actor.id)
  const filename = cleanFilename(upload.filename)
  const opened = await open(ctx, filename)
  const { documentType } = wanted
  const facts = { ...attempt, ...opened, taskId, documentType, isAddition: wanted.isAddition === 'true' }
  const { awaitsScan } = upload
  return keepWithRow(ctx, { ...facts, awaitsScan, filename: filename || namelessFile(opened.fileType) })
}

const attemptOf = (
  { caller, upload }: UploadCtx,
  { taskId, documentType, isAddition }: UploadInput,
): Attempt => ({
  idempotencyKey: keyOf(caller.idempotencyKey),
  requestHash: fingerprintOf(upload.staged.sha256, upload.filename, taskId, documentType, isAddition),
})

async function findRepeated(db: Db, clientId: UserId, { idempotencyKey, requestHash }: Attempt) {
  const known = idempotencyKey === null ? null : await store.findByKey(db, clientId, idempotencyKey)
  if (known && known.requestHash !== requestHash)
    throw keyReused('This request was already used for another file. Please send it again.')
  return known
}

async function taskOf({ read, actor }: UploadCtx<Client>, { taskId, documentType }: UploadInput) {
  if (taskId === undefined) return taskFor(documentType, await listTasks(read, actor.id))?.id ?? null
  const task = await getOwnTask(read, actor.id, taskId)
  refuseOfClosed(task)
  await refuseOtherTask(read, task)
  return taskId
}

async function refuseOtherTask(db: Db, { id, category }: Pick<Task, 'id' | 'category'>) {
  if (category !== 'documents')
    throw new Problem('unprocessable', "This task doesn't ask for a document.", {
      reason: 'wrong_task',
    })
  if (!canAddTo(await store.heldBy(db, id)))
    throw new Problem('conflict', "We've accepted your document for this task, so we don't need another.", {
      reason: 'already_accepted',
    })
}

/** Throws `conflict` if the client has as many documents as an account can hold. */
export async function refuseBeyondQuota(db: Db, clientId: UserId) {
  if ((await store.countOf(db, clientId)) < documentsPerClient) return
  throw new Problem(
    'conflict',
    `You have uploaded ${documentsPerClient} documents, which is as many as an account can hold. Please delete one that is not needed, or contact the firm.`,
    { reason: 'quota_reached' },
  )
}

// The file is stored before its row, so that no row is without its file.
async function keepWithRow(ctx: UploadCtx<Client>, received: Taken): Promise<TakenIn> {
  const { files } = ctx.ports
  const file = await files.keep(ctx.upload.staged)
  try {
    const kept = await ctx.transaction((step) => record(step, received, file))
    if (kept.document.fileKey !== file.key) await files.remove(file.key).catch(() => {})
    return kept
  } catch (error) {
    // If the connection was lost at the commit, it may have succeeded. Then only the sweeper may delete the file.
    const isRolledBack = error instanceof Problem || sqlState(error) !== undefined
    if (isRolledBack) await files.remove(file.key).catch(() => {})
    throw error
  }
}

async function record(
  ctx: Ctx<Client>,
  { taskId, fingerprint, isAddition, ...facts }: Taken,
  file: StoredFile,
): Promise<TakenIn> {
  const clientId = ctx.actor.id
  await store.holdClient(ctx.db, clientId)
  // The same upload may have arrived twice at once.
  const known = await findRepeated(ctx.db, clientId, facts)
  if (known) return { document: known, sentAt: null }
  const said = identityPurposeOf(facts.documentType)
  const same = await claimSame(ctx.db, { clientId, taskId, sha256: file.sha256, identityPurpose: said })
  if (same) return countOnce(ctx, same)
  await refuseBeyondQuota(ctx.db, clientId)
  // The documents are locked before their task, as everywhere.
  if (taskId && !isAddition) await store.claimUndecided(ctx.db, clientId)
  const task = taskId ? await claimOwnTask(ctx, taskId) : undefined
  if (task) await refuseOtherTask(ctx.db, task)
  if (task && !isAddition) await replaceFaulty(ctx, { clientId, task })
  const identityPurpose = identityPurposeOf(facts.documentType, task?.kind)
  await refuseSamePicture(ctx.db, { clientId, identityPurpose, fingerprint, sha256: file.sha256 })
  const face = taskId === null ? await replaceRejectedFace(ctx, { clientId, ...facts }) : {}
  const document = await store.insert(ctx.db, {
    ...facts,
    ...face,
    ...likenessOf({ identityPurpose, fingerprint }),
    id: newId<DocumentId>(),
    clientId,
    taskId,
    fileKey: file.key,
    fileSize: file.size,
    sha256: file.sha256,
    status: 'pending',
    createdAt: ctx.now,
  })
  if (task) await settleByDocuments(ctx, task)
  else await settleFaces(ctx, document)
  await recordUpload(ctx, document)
  return { document, sentAt: null }
}

/** Records a new document in the activity and the audit trail, and queues it to be read. */
export async function recordUpload(ctx: Ctx, document: DocumentRow) {
  const { id, clientId, taskId, filename, sha256, awaitsScan } = document
  // A file that has not been scanned is queued after its scan.
  if (!awaitsScan) await queueReading(ctx, { documentId: id, clientId })
  await recordActivity(ctx, clientId, {
    type: 'document_uploaded',
    description: `${documentName(document)} uploaded`,
    metadata: { documentId: id, ...(taskId && { taskId }) },
  })
  await audit(ctx, 'document.uploaded', {
    subjectId: clientId,
    details: { documentId: id, filename, sha256 },
  })
  await invalidateDocument(ctx, document)
}

type SentFile = Pick<DocumentRow, 'clientId' | 'taskId' | 'sha256' | 'identityPurpose'>

/**
 * Returns the document with the same bytes, if it was sent for the same task or as the same picture of the client's
 * identity. A document that could not be read doesn't count, so that sending it again has it read again.
 */
async function claimSame(db: Db, file: SentFile) {
  const found = await store.claimSameFile(db, file)
  return found.find(
    ({ taskId, identityPurpose, validation }) =>
      taskId === file.taskId &&
      (taskId !== null || (identityPurpose !== null && identityPurpose === file.identityPurpose)) &&
      (validation === null || validation.checks.length > 0),
  )
}

/** Records that the same file was sent again, and returns the document it already is. */
async function countOnce(ctx: Ctx, document: DocumentRow) {
  const { id, clientId, createdAt: sentAt } = document
  await audit(ctx, 'document.repeated', { subjectId: clientId, details: { documentId: id } })
  return { document, sentAt }
}
