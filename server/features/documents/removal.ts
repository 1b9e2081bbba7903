import { documentName } from '#contract/documents/documents.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, pages, reviewPath } from '#contract/kit/pages.ts'
import { isDone } from '#contract/tasks.ts'
import { getAccount, listAdministrators, listNamedOn } from '#server/features/accounts/service.ts'
import { notify, withdrawNoticesOf } from '#server/features/notifications/service.ts'
import { findMatterOfTask } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { cleanFilename } from './filename.ts'
import { claimTaskOf, invalidateDocument, settleByDocuments } from './settle-task.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/** Deletes a document with its file. Reopens its task if no other document fills it. */
export async function removeWhole(ctx: Ctx, { id, clientId, taskId, fileKey }: DocumentRow) {
  await store.remove(ctx.db, id)
  await reconsider(ctx, { clientId, taskId })
  await ctx.publish('documentRemoved', { clientId, documentId: id })
  await withdrawNoticesOf(ctx, reviewPath(id))
  await invalidateDocument(ctx, { clientId, taskId })
  eraseFiles(ctx, [fileKey])
}

/**
 * Deletes a file that was stored before it was scanned or opened and turned out to be infected. Tells its client and
 * the administrators.
 */
export async function removeInfected(ctx: Ctx, id: DocumentRow['id'], reason: string) {
  const document = await store.claimUnread(ctx.db, id)
  if (document === null) return
  const { clientId, filename, sha256 } = document
  await removeWhole(ctx, document)
  await audit(ctx, 'document.refused', {
    subjectId: clientId,
    details: { reason: 'malware_found', filename, sha256 },
  })
  await warnOfInfected(ctx, document)
  await notify(ctx, clientId, {
    topic: 'documents',
    title: `${documentName(document)} was refused`,
    body: reason,
    link: pages.documents,
  })
}

/**
 * Warns the administrators, because one sender's infected file may be the first of many. If its matter is restricted,
 * only the people named on it are told the client and the file name.
 */
export async function warnOfInfected(
  ctx: Ctx,
  { clientId, filename, taskId }: Pick<DocumentRow, 'clientId' | 'filename' | 'taskId'>,
) {
  const matterId = await findMatterOfTask(ctx.db, taskId)
  const named = await listNamedOn(ctx.db, matterId)
  const recipients = new Set([...(await listAdministrators(ctx.db)), ...(named ?? [])])
  const sender = fullName(await getAccount(ctx.db, clientId))
  const file = cleanFilename(filename) || 'a file without a name'
  for (const id of recipients) {
    const isNamed = named === null || named.includes(id)
    await notify(ctx, id, {
      topic: 'account',
      title: 'A file was refused by the virus scanner',
      body: `${isNamed ? `${sender} tried to upload ${file}` : 'A client tried to upload a file with a virus'}. It wasn't kept.`,
      ...(isNamed && { link: clientPath(clientId), matterId }),
    })
  }
}

export async function reconsider(ctx: Ctx, document: Pick<DocumentRow, 'clientId' | 'taskId'>) {
  const task = await claimTaskOf(ctx, document)
  // If the firm has reopened the task, its own words stay.
  if (task && isDone(task)) await settleByDocuments(ctx, task)
}

// Only after commit, when the rows are gone for good. The sweeper deletes any file left behind.
export const eraseFiles = ({ afterCommit, ports }: Ctx, fileKeys: string[]) =>
  afterCommit(() => {
    for (const key of fileKeys) ports.files.remove(key).catch(() => {})
  })
