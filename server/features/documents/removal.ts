import type { UserId } from '#contract/accounts/accounts.ts'
import { documentName } from '#contract/documents/documents.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, firmMatterPath, pages, reviewPath } from '#contract/kit/pages.ts'
import { may } from '#contract/kit/rights.ts'
import { isDone } from '#contract/tasks.ts'
import {
  getAccount,
  listAdministrators,
  listNamedOn,
  listNamedStaff,
  listReaders,
  listRecipients,
  nameOfActor,
} from '#server/features/accounts/service.ts'
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
 * Deletes a file that was stored before it was scanned or opened and turned out to be infected. Tells its client, the
 * people responsible for them and the administrators.
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

const refusedTitle = 'A file was refused by the virus scanner'

/**
 * Warns the people responsible for the client, and the administrators, because one sender's infected file may be the
 * first of many. Only those who may look at the client are told the client and the file name, and of a restricted matter
 * only the people named on it whose roles open documents.
 */
export async function warnOfInfected(
  ctx: Ctx,
  { clientId, filename, taskId }: Pick<DocumentRow, 'clientId' | 'filename' | 'taskId'>,
) {
  const matterId = await findMatterOfTask(ctx.db, taskId)
  const isRestricted = (await listNamedOn(ctx.db, matterId)) !== null
  const named = (await listNamedStaff(ctx.db, matterId))
    .filter(({ roles }) => may(roles, 'documents.read'))
    .map(({ id }) => id)
  const workers = await listReaders(ctx, clientId)
  const readers = isRestricted ? named : workers
  const responsible = isRestricted ? named : await listRecipients(ctx.db, clientId)
  const recipients = new Set([...(await listAdministrators(ctx.db)), ...responsible])
  const sender = fullName(await getAccount(ctx.db, clientId))
  const file = cleanFilename(filename) || 'a file without a name'
  // Whoever is named on a restricted matter need not work with its client.
  const placeFor = (id: UserId) =>
    matterId === null || workers.includes(id) ? clientPath(clientId) : firmMatterPath(matterId)
  for (const id of recipients) {
    const isTold = readers.includes(id)
    const event = isTold
      ? `${sender} tried to upload ${file}`
      : 'A client tried to upload a file with a virus'
    await notify(ctx, id, {
      topic: 'account',
      title: refusedTitle,
      body: `${event}. It wasn't kept.`,
      ...(isTold && { link: placeFor(id), matterId }),
    })
  }
}

/** The same for a file that was refused before it was anybody's document, and of a colleague without its name. */
export async function warnOfRefused(
  ctx: Ctx,
  { clientId, filename }: DomainEvents['infectedFileRefused'],
): Promise<void> {
  if (clientId !== null) return warnOfInfected(ctx, { clientId, filename, taskId: null })
  const sender = ctx.actor.role === 'visitor' ? 'Someone' : await nameOfActor({ ...ctx, actor: ctx.actor })
  for (const id of await listAdministrators(ctx.db))
    await notify(ctx, id, {
      topic: 'account',
      title: refusedTitle,
      body: `${sender} tried to upload a file with a virus. It wasn't kept.`,
    })
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
