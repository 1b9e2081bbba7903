import { and, asc, count, desc, eq, inArray, isNull, lt, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ClientDocument, DocumentId } from '#contract/documents/documents.ts'
import { broughtUpToDate, shownToClient } from '#contract/documents/validation.ts'
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

/** An older version kept its verdicts with less in them; and some of a verdict is for the firm alone. */
const asShown = (document: ClientDocument): ClientDocument => ({
  ...document,
  validation: document.validation && shownToClient(broughtUpToDate(document.validation)),
})

export const of = (clientId: UserId) => eq(documents.clientId, clientId)
const mine = (clientId: UserId, id: DocumentId) => and(of(clientId), eq(documents.id, id))
// What the firm sends for signature is not the client's to list or delete here.
export const isEvidence = eq(documents.purpose, 'evidence')
// What the firm sends to be signed has a page of its own.
const isListed = inArray(documents.purpose, ['evidence', 'letter'])
// What the client has sent another for counts for nothing, and is kept for the record.
export const isCurrent = isNull(documents.supersededAt)

/** What the client uploaded, and the letters of the firm, newest first. */
export const listOf = async (db: Db, clientId: UserId, before?: string): Promise<ClientDocument[]> => {
  const older = before === undefined ? undefined : lt(documents.id, before as DocumentId)
  const listed = await db
    .select(shown)
    .from(documents)
    .where(and(of(clientId), isListed, isCurrent, older))
    .orderBy(desc(documents.id))
    .limit(pageSize)
  return listed.map(asShown)
}

export const find = async (db: Db, clientId: UserId, id: DocumentId): Promise<ClientDocument | null> => {
  const [document] = await db.select(shown).from(documents).where(mine(clientId, id))
  return document ? asShown(document) : null
}

const shownNames = Object.keys(shown) as (keyof typeof shown)[]
/** What a document is to everybody, without what the portal alone needs of it; its verdict whole. */
export const plainOf = (row: DocumentRow) =>
  Object.fromEntries(shownNames.map((name) => [name, row[name]])) as ClientDocument
/** Of a row that is gone meanwhile, what its client would see. */
export const shownOf = (row: DocumentRow) => asShown(plainOf(row))

/** As the client sees it. */
export const show = async (db: Db, clientId: UserId, id: DocumentId) =>
  (await find(db, clientId, id)) ?? notFound('document')

/** With where its file lies. */
export const get = async (db: Db, clientId: UserId, id: DocumentId, hidden?: SQLWrapper) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(mine(clientId, id), isUnhidden(hidden, documents.taskId)))
  return document ?? notFound('document')
}

/** Takes the row for the rest of the transaction, so that it is deleted once. */
export const claim = async (db: Db, clientId: UserId, id: DocumentId) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(mine(clientId, id), isEvidence))
    .for('update')
  return document ?? notFound('document')
}

/** What nobody has decided and no check has verified, taken for the rest of the transaction. */
export const claimUndecided = (db: Db, clientId: UserId) =>
  db
    .select()
    .from(documents)
    .where(
      and(of(clientId), isEvidence, isCurrent, eq(documents.status, 'pending'), isNull(documents.decidedAt)),
    )
    .orderBy(asc(documents.id))
    .for('update')

/** What was sent for a task that is gone belongs to none any more. */
export const detach = (db: Db, clientId: UserId, taskId: TaskId) =>
  db
    .update(documents)
    .set({ taskId: null })
    .where(and(of(clientId), eq(documents.taskId, taskId)))

/** A document that belongs to no task yet, taken for the rest of the transaction. */
export const claimLoose = async (db: Db, clientId: UserId, id: DocumentId) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(mine(clientId, id), isEvidence, isCurrent, isNull(documents.taskId)))
    .for('update')
  return document ?? null
}

const unread = (id: DocumentId) => and(eq(documents.id, id), isNull(documents.validation))

/** Whoever's it is: a document that nobody has read yet. */
export const findUnread = async (db: Db, id: DocumentId) => {
  const [document] = await db.select().from(documents).where(unread(id))
  return document ?? null
}

/** The same, taken for the rest of the transaction, so that two readings give one verdict. */
export const claimUnread = async (db: Db, id: DocumentId) => {
  const [document] = await db.select().from(documents).where(unread(id)).for('update')
  return document ?? null
}

/** What the virus scanner has not seen yet, oldest first. */
export const listUnscanned = (db: Db, limit: number) =>
  db.select().from(documents).where(eq(documents.awaitsScan, true)).orderBy(asc(documents.id)).limit(limit)

/** Whether it still waited: of two that scanned it, one goes on. */
export const markScanned = async (db: Db, id: DocumentId) => {
  const isWaiting = and(eq(documents.id, id), eq(documents.awaitsScan, true))
  const marked = await db.update(documents).set({ awaitsScan: false }).where(isWaiting).returning()
  return marked.length > 0
}

/** Makes this client's uploads take turns until the transaction ends, so that a count stays true. */
export const holdClient = (db: Db, clientId: UserId) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents:${clientId}`}, 0))`)

export const countOf = async (db: Db, clientId: UserId) => {
  const [row] = await db
    .select({ total: count() })
    .from(documents)
    .where(and(of(clientId), isEvidence))
  return row?.total ?? 0
}

/** How the documents of one task stand, newest first. */
export const heldBy = (db: Db, taskId: TaskId) => {
  const { documentType, status, reason, isAccepted, isForReview, validation } = documents
  return db
    .select({ documentType, status, reason, isAccepted, isForReview, validation })
    .from(documents)
    .where(and(eq(documents.taskId, taskId), isCurrent))
    .orderBy(desc(documents.id))
}

/** What was read of the newest verified document of each of these tasks: until when it is valid, and from when it is. */
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

/** Whether this client has sent an identity document that still counts. */
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

/** What a client uploaded under a key before; another's keys are another world. */
export const findByKey = async (db: Db, clientId: UserId, key: string) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(of(clientId), eq(documents.idempotencyKey, key)))
  return document ?? null
}

/** When this client sent the same bytes for the same thing before this document, last. */
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

/** What of this client's counts and has these bytes, the newest first, taken for the rest of the transaction. */
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

/** Answers where its file lies; null where there is no such document. */
export const removeSent = async (db: Db, whose: { clientId: UserId; id: DocumentId }) => {
  const [gone] = await db.delete(documents).where(sent(whose)).returning({ fileKey: documents.fileKey })
  return gone?.fileKey ?? null
}

export const remove = (db: Db, id: DocumentId) => db.delete(documents).where(eq(documents.id, id))

/** Answers where the files of the removed documents lie. */
export const removeAllOf = async (db: Db, clientId: UserId) => {
  const gone = await db.delete(documents).where(of(clientId)).returning({ fileKey: documents.fileKey })
  return gone.map(({ fileKey }) => fileKey)
}

/** Which of these files belong to a document. */
export const knownKeys = async (db: Db, keys: string[]) => {
  const rows = await db
    .select({ fileKey: documents.fileKey })
    .from(documents)
    .where(inArray(documents.fileKey, keys))
  return new Set(rows.map(({ fileKey }) => fileKey))
}
