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
  notInArray,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { SignatureId } from '#contract/signatures/signatures.ts'
import type { TaskId } from '#contract/tasks.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openAmong } from '#server/platform/db/guarded-links.ts'
import { isAmong } from '#server/platform/db/ids.ts'
import { letterSubjects, signatureEvents, signatureRequests, signatures } from './schema.ts'

export type RequestRow = typeof signatureRequests.$inferSelect
export type EventRow = typeof signatureEvents.$inferSelect
export type SignatureRow = typeof signatures.$inferSelect
/** Selects the ids of the clients and cases that a member of staff may see. */
export interface Theirs {
  clients: SQLWrapper
  matters: SQLWrapper
}

/** A document written on a case is visible to people who may know of that case, regardless of its client. */
const visible = ({ clients, matters }: Theirs) =>
  or(
    and(isNull(signatureRequests.matterId), inArray(signatureRequests.clientId, clients)),
    inArray(signatureRequests.matterId, matters),
  )

const of = (clientId: UserId) => eq(signatureRequests.clientId, clientId)
const mine = (clientId: UserId, id: DocumentId) => and(of(clientId), eq(signatureRequests.documentId, id))
const olderThan = (before: DocumentId | undefined) =>
  before === undefined ? undefined : lt(signatureRequests.documentId, before)
const newestFirst = desc(signatureRequests.documentId)

interface ListWanted {
  before?: DocumentId | undefined
  /** The tasks that are on hold. What completes one of them is not to be signed now. */
  held: SQLWrapper
}

/**
 * Lists what a client has to sign or has signed, newest first. Withdrawn and replaced documents are left out, and those
 * to sign whose task is on hold.
 */
export const listOf = (db: Db, clientId: UserId, { before, held }: ListWanted) =>
  db
    .select()
    .from(signatureRequests)
    .where(
      and(
        of(clientId),
        or(
          eq(signatureRequests.state, 'signed'),
          and(
            eq(signatureRequests.state, 'open'),
            or(isNull(signatureRequests.taskId), notInArray(signatureRequests.taskId, held)),
          ),
        ),
        olderThan(before),
      ),
    )
    .orderBy(newestFirst)
    .limit(pageSize)

export const find = async (db: Db, clientId: UserId, id: DocumentId) => {
  const [request] = await db.select().from(signatureRequests).where(mine(clientId, id))
  return request ?? null
}

export const get = async (db: Db, clientId: UserId, id: DocumentId) =>
  (await find(db, clientId, id)) ?? notFound('document')

/** Locks the row for the rest of the transaction. Others who add to its chain or change its state wait. */
export const claim = async (db: Db, clientId: UserId, id: DocumentId) => {
  const [request] = await db.select().from(signatureRequests).where(mine(clientId, id)).for('update')
  return request ?? notFound('document')
}

/** Lists a page of the documents that a member of staff may see, newest first. */
export const listForFirm = (db: Db, theirs: Theirs, before?: DocumentId) =>
  db
    .select()
    .from(signatureRequests)
    .where(and(visible(theirs), olderThan(before)))
    .orderBy(newestFirst)
    .limit(pageSize)

export const getForFirm = async (db: Db, theirs: Theirs, id: DocumentId) => {
  const [request] = await db
    .select()
    .from(signatureRequests)
    .where(and(eq(signatureRequests.documentId, id), visible(theirs)))
  return request ?? notFound('document')
}

/** Returns the documents among these that a member of staff may open. */
export const listIds = async (db: Db, theirs: Theirs, ids: readonly DocumentId[]) => {
  const rows = await db
    .select({ id: signatureRequests.documentId })
    .from(signatureRequests)
    .where(and(isAmong(signatureRequests.documentId, ids), visible(theirs)))
  return rows.map(({ id }) => id)
}

/** Returns a condition on a document's id: whether this member of staff may open it. */
export const openTo = (db: Db, theirs: Theirs) =>
  openAmong(db, { table: signatureRequests, id: signatureRequests.documentId, theirs: visible(theirs) })

/** Returns the open or signed document of a task. */
export const findOfTask = async (db: Db, taskId: TaskId) => {
  const standing = inArray(signatureRequests.state, ['open', 'signed'])
  const [request] = await db
    .select()
    .from(signatureRequests)
    .where(and(eq(signatureRequests.taskId, taskId), standing))
  return request ?? null
}

/** Returns those of these tasks that have an open or signed document. */
export const listTasksTaken = async (db: Db, ids: TaskId[]): Promise<Set<TaskId>> => {
  const standing = inArray(signatureRequests.state, ['open', 'signed'])
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: signatureRequests.taskId })
          .from(signatureRequests)
          .where(and(inArray(signatureRequests.taskId, ids), standing))
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

/** Finds a request by the digest of its signed file, or of the file as sent. */
export const findByDigest = async (db: Db, sha256: string) => {
  const [request] = await db
    .select()
    .from(signatureRequests)
    .where(or(eq(signatureRequests.signedSha256, sha256), eq(signatureRequests.sha256, sha256)))
    .orderBy(sql`${signatureRequests.signedSha256} is distinct from ${sha256}`)
    .limit(1)
  return request ?? null
}

/** Finds a request by the digest of a copy that was handed out before more proof was added. */
export const findByEarlierCopy = async (db: Db, sha256: string) => {
  const copies = db
    .select({ documentId: signatureEvents.documentId })
    .from(signatureEvents)
    .where(
      and(
        sql`${signatureEvents.kind} in ('sealed', 'strengthened')`,
        sql`(${signatureEvents.details} ->> 'sha256') = ${sha256}`,
      ),
    )
  const [request] = await db
    .select()
    .from(signatureRequests)
    .where(inArray(signatureRequests.documentId, copies))
    .limit(1)
  return request ?? null
}

/** Lists sealed documents that lack proof and are due, the longest waiting first. */
export const listToStrengthen = (db: Db, { now, most }: { now: Date; most: number }) =>
  db
    .select()
    .from(signatureRequests)
    .where(and(isNotNull(signatureRequests.strengthenAt), lte(signatureRequests.strengthenAt, now)))
    .orderBy(asc(signatureRequests.strengthenAt))
    .limit(most)

export const listByIds = (db: Db, ids: DocumentId[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.select().from(signatureRequests).where(inArray(signatureRequests.documentId, ids))

/** Lists the open documents of a case, oldest first. */
export const listOpenOn = (db: Db, matterId: MatterId) =>
  db
    .select()
    .from(signatureRequests)
    .where(and(eq(signatureRequests.matterId, matterId), eq(signatureRequests.state, 'open')))
    .orderBy(asc(signatureRequests.documentId))

export const countOpenOf = async (db: Db, clientId: UserId) => {
  const [row] = await db
    .select({ total: count() })
    .from(signatureRequests)
    .where(and(of(clientId), eq(signatureRequests.state, 'open')))
  return row?.total ?? 0
}

export const insert = async (db: Db, row: typeof signatureRequests.$inferInsert) => {
  const [request] = await db.insert(signatureRequests).values(row).returning()
  return request ?? notFound('document')
}

export const update = async (
  db: Db,
  id: DocumentId,
  change: Partial<typeof signatureRequests.$inferInsert>,
) => {
  const [request] = await db
    .update(signatureRequests)
    .set(change)
    .where(eq(signatureRequests.documentId, id))
    .returning()
  return request ?? notFound('document')
}

/** Makes other transactions that write letters of this client wait, so that there is only one. */
export const holdLetters = (db: Db, clientId: UserId) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`signatures:${clientId}`}, 0))`)

/** Lists the events of one document, oldest first. */
export const listEvents = (db: Db, id: DocumentId) =>
  db
    .select()
    .from(signatureEvents)
    .where(eq(signatureEvents.documentId, id))
    .orderBy(asc(signatureEvents.number))

export const findLastEvent = async (db: Db, id: DocumentId) => {
  const [event] = await db
    .select()
    .from(signatureEvents)
    .where(eq(signatureEvents.documentId, id))
    .orderBy(desc(signatureEvents.number))
    .limit(1)
  return event ?? null
}

export const insertEvents = async (db: Db, events: Omit<EventRow, 'id'>[]) => {
  if (events.length > 0)
    await db.insert(signatureEvents).values(events.map((event) => ({ id: newId(), ...event })))
}

export const insertSignature = async (db: Db, row: SignatureRow) => {
  const [signature] = await db.insert(signatures).values(row).returning()
  return signature ?? notFound('signature')
}

export const listSignaturesOf = (db: Db, userId: UserId, before?: SignatureId) =>
  db
    .select()
    .from(signatures)
    .where(and(eq(signatures.userId, userId), before === undefined ? undefined : lt(signatures.id, before)))
    .orderBy(desc(signatures.id))
    .limit(pageSize)

export const listSignaturesOn = (db: Db, id: DocumentId) =>
  db.select().from(signatures).where(eq(signatures.documentId, id))

export const saveLetterSubject = (db: Db, row: typeof letterSubjects.$inferInsert) =>
  db.insert(letterSubjects).values(row).onConflictDoUpdate({ target: letterSubjects.clientId, set: row })

export const findLetterSubject = async (db: Db, clientId: UserId) => {
  const [row] = await db.select().from(letterSubjects).where(eq(letterSubjects.clientId, clientId))
  return row ?? null
}

/** Deletes a client's requests. Returns the file keys of the signed copies. */
export const removeAllOf = async (db: Db, clientId: UserId) => {
  await db.delete(letterSubjects).where(eq(letterSubjects.clientId, clientId))
  const gone = await db
    .delete(signatureRequests)
    .where(of(clientId))
    .returning({ signedKey: signatureRequests.signedKey })
  return gone.flatMap(({ signedKey }) => signedKey ?? [])
}

/** Returns those of these files that are signed copies. */
export const knownKeys = async (db: Db, keys: string[]) => {
  const rows = await db
    .select({ signedKey: signatureRequests.signedKey })
    .from(signatureRequests)
    .where(inArray(signatureRequests.signedKey, keys))
  return new Set(rows.flatMap(({ signedKey }) => signedKey ?? []))
}
