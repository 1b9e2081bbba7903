import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

type SentFile = Pick<DocumentRow, 'clientId' | 'taskId' | 'sha256' | 'identityPurpose'>

/**
 * The document that the same bytes are already: sent for the same task, or as the same picture of somebody's identity.
 * One that could not be read is none: sending it again asks for another reading.
 */
export async function claimSame(db: Db, file: SentFile) {
  const found = await store.claimSameFile(db, file)
  return found.find(
    ({ taskId, identityPurpose, validation }) =>
      taskId === file.taskId &&
      (taskId !== null || (identityPurpose !== null && identityPurpose === file.identityPurpose)) &&
      (validation === null || validation.checks.length > 0),
  )
}

/** The same file again is no second document. */
export async function countOnce(ctx: Ctx, document: DocumentRow) {
  const { id, clientId, createdAt: sentAt } = document
  await audit(ctx, 'document.repeated', { subjectId: clientId, details: { documentId: id } })
  return { document, sentAt }
}
