import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  min,
  ne,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import { reviewsAtOnce } from '#contract/documents/reviews.ts'
import { faceTypes } from '#contract/documents/validation.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import type { Db } from '#server/platform/db/database.ts'
import { clientsIn, type FileScope, isInScope, isShown, isUnhidden } from '#server/platform/db/file-scope.ts'
import { openAmong } from '#server/platform/db/guarded-links.ts'
import { isAmong, isInArray } from '#server/platform/db/ids.ts'
import type { OrPlaceholders } from '#server/platform/db/placeholders.ts'
import { isSelected, listSelected, type TaskRows } from '#server/platform/db/task-rows.ts'
import { type IsWanted, type WaitingParams, waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { isLikeliest, likeness } from '#server/platform/db/word-search.ts'
import { documents, expiryOf, wordsOfDocument } from '../schema.ts'
import type { DocumentRow } from '../store.ts'

const isEvidence = eq(documents.purpose, 'evidence')

/** Matches what this person of the firm may see, without documents for signature and letters. */
const theirs = (scope: FileScope) => and(isInScope(scope, documents), isEvidence)

/** Returns a condition on a document's id: whether this person of the firm may open it. */
export const openTo = (db: Db, scope: FileScope) =>
  openAmong(db, { table: documents, id: documents.id, theirs: theirs(scope) })

export const get = async (db: Db, scope: FileScope, id: DocumentId) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(theirs(scope), eq(documents.id, id)))
  return document ?? notFound('document')
}

/** Locks the row for the rest of the transaction, so that only one decision is made. */
export const claim = async (db: Db, scope: FileScope, id: DocumentId) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(theirs(scope), eq(documents.id, id)))
    .for('update')
  return document ?? notFound('document')
}

/** Returns the clients of those of these documents that the person may see. */
export const visibleOf = async (db: Db, scope: FileScope, of: Pick<DocumentRow, 'id'>[]) => {
  const ids = of.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db
    .selectDistinct({ clientId: documents.clientId })
    .from(documents)
    .where(and(isInScope(scope, documents), inArray(documents.id, ids)))
  return rows.map(({ clientId }) => clientId)
}

/** Returns the documents among these that the user may see. */
export const listIds = async (db: Db, scope: FileScope, ids: readonly DocumentId[]) => {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(theirs(scope), isAmong(documents.id, ids)))
  return rows.map(({ id }) => id)
}

const identityTypes = ['passport', 'drivers_license', 'identity', ...faceTypes]

/** Lists what a picture of a face is compared with: the same client's other pictures of their identity. */
export const listBeside = (db: Db, { hidden }: FileScope, { id, clientId }: DocumentRow) => {
  const { documentType, filename, createdAt } = documents
  const readAs = sql<string>`${documents.validation} -> 'metadata' ->> 'documentType'`
  return db
    .select({ id: documents.id, documentType, filename, createdAt })
    .from(documents)
    .where(
      and(
        isEvidence,
        eq(documents.clientId, clientId),
        ne(documents.id, id),
        ne(documents.status, 'rejected'),
        isNull(documents.supersededAt),
        isUnhidden(hidden, documents.taskId),
        or(inArray(documentType, identityTypes), inArray(readAs, identityTypes)),
      ),
    )
    .orderBy(desc(documents.id))
    .limit(mostBeside)
}
const mostBeside = 6

const isCurrent = isNull(documents.supersededAt)
/** Matches what the index `documents_waiting` holds; of a parameter, PostgreSQL could not plan ahead that it does. */
const isWaiting = and(asConstant(eq(documents.status, 'pending')), isCurrent)
const of = (clientId?: UserId) => (clientId === undefined ? undefined : eq(documents.clientId, clientId))

interface Wanted {
  scope: FileScope
  clientId?: UserId | undefined
  /** A condition on an item's state in the queue, and on what it is for. */
  isWanted: IsWanted
}

const isInQueue = ({ scope, clientId, isWanted }: Wanted) =>
  and(theirs(scope), isWaiting, of(clientId), isWanted(documents.id, { taskId: documents.taskId }))

/** Lists waiting documents, the longest waiting first. */
export const listWaiting = (db: Db, wanted: Wanted) =>
  db
    .select()
    .from(documents)
    .where(isInQueue(wanted))
    .orderBy(asc(documents.createdAt), asc(documents.id))
    .limit(reviewsAtOnce)

/** Lists the longest waiting documents, with counts of all and of late ones. */
export const listLongestWaiting = (db: Db, wanted: Wanted, { lateBefore, limit }: WaitingParams) => {
  const { id, clientId, taskId, documentType, filename, createdAt } = documents
  return db
    .select({
      id,
      clientId,
      taskId,
      documentType,
      filename,
      since: createdAt,
      ...waitingCounts(lt(createdAt, lateBefore)),
    })
    .from(documents)
    .where(isInQueue(wanted))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
}

/** The days between which a document expires. */
interface Between {
  from: string
  until: string
}

export interface ExpiringWanted extends Between {
  today: string
  limit: number
}

const expires = ({ from, until }: OrPlaceholders<Between>) =>
  and(
    isCurrent,
    asConstant(eq(documents.status, 'verified')),
    sql`${expiryOf(documents)} between ${from} and ${until}`,
  )

/** Few have one, so these are found first, by the index of what expires. */
export const hasExpiring =
  (db: Db, { hidden, ...between }: Between & { hidden: SQLWrapper | undefined }) =>
  (clientId: SQLWrapper) =>
    isInArray(
      clientId,
      db
        .select({ id: documents.clientId })
        .from(documents)
        .where(and(expires(between), isUnhidden(hidden, documents.taskId))),
    )

export const listExpiring = (
  db: Db,
  scope: FileScope,
  { from, until, today, limit }: OrPlaceholders<ExpiringWanted>,
) => {
  const expiresOn = expiryOf(documents)
  const { id, clientId, taskId, documentType, filename } = documents
  return db
    .select({
      id,
      clientId,
      taskId,
      documentType,
      filename,
      expiresOn: sql<string>`${expiresOn}`,
      ...waitingCounts(sql`${expiresOn} < ${today}`),
    })
    .from(documents)
    .where(and(theirs(scope), expires({ from, until })))
    .orderBy(asc(expiresOn), asc(id))
    .limit(limit)
}

export const countWaiting = async (db: Db, wanted: Wanted) => {
  const [row] = await db.select({ total: count() }).from(documents).where(isInQueue(wanted))
  return row?.total ?? 0
}

// Read and waiting, and the firm has not been emailed yet.
const isUnmailed = and(
  isEvidence,
  isWaiting,
  isNull(documents.decidedAt),
  isNull(documents.firmNotifiedAt),
  isNotNull(documents.validation),
)

/** Lists clients with documents to email the firm about: they have paused since, or one has waited since. */
export const listUnmailed = async (
  db: Db,
  { quietSince, waitingSince }: { quietSince: Date; waitingSince: Date },
) => {
  const rows = await db
    .select({ clientId: documents.clientId })
    .from(documents)
    .where(isUnmailed)
    .groupBy(documents.clientId)
    .having(or(lte(max(documents.createdAt), quietSince), lte(min(documents.createdAt), waitingSince)))
  return rows.map(({ clientId }) => clientId)
}

export const claimUnmailed = (db: Db, clientId: UserId) =>
  db
    .select()
    .from(documents)
    .where(and(isUnmailed, eq(documents.clientId, clientId)))
    .orderBy(asc(documents.id))
    .for('update')

export const updateNotified = (db: Db, ids: DocumentId[], firmNotifiedAt: Date) =>
  db.update(documents).set({ firmNotifiedAt }).where(inArray(documents.id, ids))

export const listDecided = (db: Db, { scope, clientId }: Omit<Wanted, 'isWanted'>) =>
  db
    .select()
    .from(documents)
    .where(and(theirs(scope), isNotNull(documents.decidedAt), of(clientId)))
    .orderBy(desc(documents.decidedAt), desc(documents.id))
    .limit(reviewsAtOnce)

/** Lists the documents in this scope that match the words best. */
export const search = (db: Db, scope: FileScope, { words, limit }: { words: string; limit: number }) => {
  const text = wordsOfDocument(documents)
  const { id, clientId, filename, documentType } = documents
  const ids = clientsIn(scope)
  const seen = ids
    ? { among: and(isShown(scope, documents), isEvidence), narrow: { column: clientId, ids } }
    : { among: theirs(scope) }
  return db
    .select({ id, clientId, filename, documentType, likeness: likeness(text, words) })
    .from(documents)
    .where(isLikeliest({ id, text, words, ...seen }))
    .orderBy(desc(likeness(text, words)), desc(documents.id))
    .limit(limit)
}

export const listOfClient = (db: Db, { hidden }: FileScope, clientId: UserId) =>
  db
    .select()
    .from(documents)
    .where(and(isEvidence, eq(documents.clientId, clientId), isUnhidden(hidden, documents.taskId)))
    .orderBy(desc(documents.id))
    .limit(pageSize)

/** Lists the documents of the people on a matter. */
export const listOfMatter = (db: Db, rows: TaskRows) => listSelected(db, documents, rows, isEvidence)
export const countOfMatter = (db: Db, rows: TaskRows) =>
  db.$count(documents, and(isEvidence, isSelected(documents, rows)))
