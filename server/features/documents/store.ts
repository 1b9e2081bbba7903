import { and, asc, count, desc, eq, inArray, isNull, lt, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ClientDocument, DocumentId } from '#contract/documents/documents.ts'
import { shownToClient, upgradeValidation } from '#contract/documents/validation.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUnhidden } from '#server/platform/db/file-scope.ts'
import { documents } from './schema.ts'

export type DocumentRow = typeof documents.$inferSelect
type Change = Partial<typeof documents.$inferInsert>

const shown = {
  id: documents.id,
  taskId: documents.taskId,
  purpose: documents.purpose,
  filename: documents.filename,
  fileType: documents.fileType,
  fileSize: documents.fileSize,
  documentType: documents.documentType,
  status: documents.status,
  reason: documents.reason,
  hasActiveContent: documents.hasActiveContent,
  pages: documents.pages,
  awaitsScan: documents.awaitsScan,
  isAccepted: documents.isAccepted,
  isForReview: documents.isForReview,
  validation: documents.validation,
  corrections: documents.corrections,
  createdAt: documents.createdAt,
  verifiedAt: documents.verifiedAt,
}

/** Completes verdicts stored by older versions, and leaves out findings for the firm alone. */
const asShown = (document: ClientDocument): ClientDocument => ({
  ...document,
  validation: document.validation && shownToClient(upgradeValidation(document.validation)),
})

export const of = (clientId: UserId) => eq(documents.clientId, clientId)
const mine = (clientId: UserId, id: DocumentId) => and(of(clientId), eq(documents.id, id))
// What clients sent. Documents for signature and letters from the firm are not theirs to delete here.
export const isEvidence = eq(documents.purpose, 'evidence')
// Documents for signature have a page of their own.
const isListed = inArray(documents.purpose, ['evidence', 'letter'])
// A document that the client has replaced doesn't count, and is kept for the record.
export const isCurrent = isNull(documents.supersededAt)

interface PageWanted {
  before?: DocumentId | undefined
  /** Tasks that the client no longer reaches. */
  hidden?: SQLWrapper
}

/** Lists what the client uploaded and the firm's letters, newest first. */
export const listOf = async (
  db: Db,
  clientId: UserId,
  { before, hidden }: PageWanted = {},
): Promise<ClientDocument[]> => {
  const older = before === undefined ? undefined : lt(documents.id, before)
  const listed = await db
    .select(shown)
    .from(documents)
    .where(and(of(clientId), isListed, isCurrent, older, isUnhidden(hidden, documents.taskId)))
    .orderBy(desc(documents.id))
    .limit(pageSize)
  return listed.map(asShown)
}

export const find = async (db: Db, clientId: UserId, id: DocumentId): Promise<ClientDocument | null> => {
  const [document] = await db.select(shown).from(documents).where(mine(clientId, id))
  return document ? asShown(document) : null
}

const shownNames = Object.keys(shown) as (keyof typeof shown)[]
/** Returns the columns of a row that people see, with the whole verdict. */
export const plainOf = (row: DocumentRow) =>
  Object.fromEntries(shownNames.map((name) => [name, row[name]])) as ClientDocument
/** Returns a row as its client sees it, without reading it again. */
export const shownOf = (row: DocumentRow) => asShown(plainOf(row))

/** Returns a document as its client sees it. */
export const show = async (db: Db, clientId: UserId, id: DocumentId) =>
  (await find(db, clientId, id)) ?? notFound('document')

/** Returns the whole row, with its file key. */
export const get = async (db: Db, clientId: UserId, id: DocumentId, hidden?: SQLWrapper) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(mine(clientId, id), isUnhidden(hidden, documents.taskId)))
  return document ?? notFound('document')
}

/** Locks the row for the rest of the transaction, so that it is only deleted once. */
export const claim = async (db: Db, clientId: UserId, id: DocumentId) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(mine(clientId, id), isEvidence))
    .for('update')
  return document ?? notFound('document')
}

/** Lists what nobody has decided and no check has verified, locked for the rest of the transaction. */
export const claimUndecided = (db: Db, clientId: UserId) =>
  db
    .select()
    .from(documents)
    .where(
      and(of(clientId), isEvidence, isCurrent, eq(documents.status, 'pending'), isNull(documents.decidedAt)),
    )
    .orderBy(asc(documents.id))
    .for('update')

/** Takes the documents of a removed task out of it. */
export const detach = (db: Db, clientId: UserId, taskId: TaskId) =>
  db
    .update(documents)
    .set({ taskId: null })
    .where(and(of(clientId), eq(documents.taskId, taskId)))

/** Returns a document without a task, locked for the rest of the transaction. */
export const claimLoose = async (db: Db, clientId: UserId, id: DocumentId) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(mine(clientId, id), isEvidence, isCurrent, isNull(documents.taskId)))
    .for('update')
  return document ?? null
}

const unread = (id: DocumentId) => and(eq(documents.id, id), isNull(documents.validation))

/** Returns a document of any client that has not been read yet. */
export const findUnread = async (db: Db, id: DocumentId) => {
  const [document] = await db.select().from(documents).where(unread(id))
  return document ?? null
}

/** Returns an unread document, locked for the rest of the transaction, so that two readings give one verdict. */
export const claimUnread = async (db: Db, id: DocumentId) => {
  const [document] = await db.select().from(documents).where(unread(id)).for('update')
  return document ?? null
}

/** Lists documents that have not been scanned for viruses, oldest first. */
export const listUnscanned = (db: Db, limit: number) =>
  db.select().from(documents).where(eq(documents.awaitsScan, true)).orderBy(asc(documents.id)).limit(limit)

/** Marks a document as scanned. Returns false if it was already, so that only one of two scans goes on. */
export const markScanned = async (db: Db, id: DocumentId) => {
  const isWaiting = and(eq(documents.id, id), eq(documents.awaitsScan, true))
  const marked = await db.update(documents).set({ awaitsScan: false }).where(isWaiting).returning()
  return marked.length > 0
}

/** Makes other transactions with uploads of this client wait until this one ends, so that a count stays true. */
export const holdClient = (db: Db, clientId: UserId) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents:${clientId}`}, 0))`)

export const countOf = async (db: Db, clientId: UserId) => {
  const [row] = await db
    .select({ total: count() })
    .from(documents)
    .where(and(of(clientId), isEvidence))
  return row?.total ?? 0
}

/** Lists the state of the documents of one task, newest first. */
export const heldBy = (db: Db, taskId: TaskId) => {
  const { documentType, status, reason, isAccepted, isForReview, validation } = documents
  return db
    .select({ documentType, status, reason, isAccepted, isForReview, validation })
    .from(documents)
    .where(and(eq(documents.taskId, taskId), isCurrent))
    .orderBy(desc(documents.id))
}

/** Returns the expiry and issue dates that were read from the newest verified document of each task. */
export const datesOf = async (db: Db, taskIds: readonly TaskId[]) => {
  const read = (field: 'expiryDate' | 'documentDate') =>
    sql<string | null>`${documents.validation} -> 'metadata' ->> ${sql.raw(`'${field}'`)}`
  const rows =
    taskIds.length === 0
      ? []
      : await db
          .selectDistinctOn([documents.taskId], {
            taskId: documents.taskId,
            expiresOn: read('expiryDate'),
            documentOn: read('documentDate'),
          })
          .from(documents)
          .where(and(inArray(documents.taskId, [...taskIds]), isCurrent, eq(documents.status, 'verified')))
          .orderBy(documents.taskId, desc(documents.id))
  return new Map(rows.map(({ taskId, ...dates }) => [taskId, dates]))
}

/** Returns whether this client has sent an identity document that still counts. */
export const hasIdentityDocument = async (db: Db, clientId: UserId) => {
  const [found] = await db
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        of(clientId),
        isEvidence,
        isCurrent,
        eq(documents.identityPurpose, 'document'),
        ne(documents.status, 'rejected'),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Returns the client's earlier upload with this key. Keys of different clients are unrelated. */
export const findByKey = async (db: Db, clientId: UserId, key: string) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(of(clientId), eq(documents.idempotencyKey, key)))
  return document ?? null
}

/** Returns when this client last sent the same bytes for the same purpose before this document. */
export const findSentBefore = async (db: Db, { id, clientId, taskId, sha256 }: DocumentRow) => {
  const isSame = and(of(clientId), isEvidence, eq(documents.sha256, sha256), lt(documents.id, id))
  const [before] = await db
    .select({ at: documents.createdAt })
    .from(documents)
    .where(and(isSame, taskId === null ? isNull(documents.taskId) : eq(documents.taskId, taskId)))
    .orderBy(desc(documents.id))
    .limit(1)
  return before?.at ?? null
}

/**
 * Lists this client's documents that count and have these bytes, newest first, locked for the rest of the transaction.
 */
export const claimSameFile = (db: Db, { clientId, sha256 }: Pick<DocumentRow, 'clientId' | 'sha256'>) =>
  db
    .select()
    .from(documents)
    .where(
      and(
        of(clientId),
        isEvidence,
        isCurrent,
        ne(documents.status, 'rejected'),
        eq(documents.sha256, sha256),
      ),
    )
    .orderBy(desc(documents.id))
    .for('update')

export const insert = async (db: Db, row: typeof documents.$inferInsert) => {
  const [inserted] = await db.insert(documents).values(row).returning()
  return inserted ?? notFound('document')
}

export const update = (db: Db, id: DocumentId, change: Change) =>
  db.update(documents).set(change).where(eq(documents.id, id))

const sent = ({ clientId, id }: { clientId: UserId; id: DocumentId }) =>
  and(mine(clientId, id), eq(documents.purpose, 'signature'))

export const updateSent = (db: Db, whose: { clientId: UserId; id: DocumentId }, change: Change) =>
  db.update(documents).set(change).where(sent(whose))

/** Deletes a document for signature. Returns its file key, or null if there is no such document. */
export const removeSent = async (db: Db, whose: { clientId: UserId; id: DocumentId }) => {
  const [gone] = await db.delete(documents).where(sent(whose)).returning({ fileKey: documents.fileKey })
  return gone?.fileKey ?? null
}

export const remove = (db: Db, id: DocumentId) => db.delete(documents).where(eq(documents.id, id))

/** Deletes a client's documents. Returns their file keys. */
export const removeAllOf = async (db: Db, clientId: UserId) => {
  const gone = await db.delete(documents).where(of(clientId)).returning({ fileKey: documents.fileKey })
  return gone.map(({ fileKey }) => fileKey)
}

/** Returns those of these files that belong to a document. */
export const knownKeys = async (db: Db, keys: string[]) => {
  const rows = await db
    .select({ fileKey: documents.fileKey })
    .from(documents)
    .where(inArray(documents.fileKey, keys))
  return new Set(rows.map(({ fileKey }) => fileKey))
}
