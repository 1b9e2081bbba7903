import { and, asc, count, desc, eq, inArray, isNotNull, type SQLWrapper } from 'drizzle-orm'
import type { UserId } from '#contract/accounts.ts'
import type { DocumentId } from '#contract/documents.ts'
import { pageSize } from '#contract/kit.ts'
import { notFound } from '#contract/problem.ts'
import type { Db } from '#server/platform/db.ts'
import { documents } from '../schema.ts'

const isEvidence = eq(documents.purpose, 'evidence')

/** Of the clients that this person of the firm may look at; what is sent for signature is another matter. */
const theirs = (clients: SQLWrapper) => and(inArray(documents.clientId, clients), isEvidence)

export const get = async (db: Db, clients: SQLWrapper, id: DocumentId) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(theirs(clients), eq(documents.id, id)))
  return document ?? notFound('document')
}

/** Takes the row for the rest of the transaction, so that one decision is made. */
export const claim = async (db: Db, clients: SQLWrapper, id: DocumentId) => {
  const [document] = await db
    .select()
    .from(documents)
    .where(and(theirs(clients), eq(documents.id, id)))
    .for('update')
  return document ?? notFound('document')
}

const isWaiting = eq(documents.status, 'pending')
const of = (clientId?: UserId) => (clientId === undefined ? undefined : eq(documents.clientId, clientId))

/** Who has waited longest comes first. */
export const listWaiting = (db: Db, clients: SQLWrapper, clientId?: UserId) =>
  db
    .select()
    .from(documents)
    .where(and(theirs(clients), isWaiting, of(clientId)))
    .orderBy(asc(documents.createdAt), asc(documents.id))
    .limit(pageSize)

export const countWaiting = async (db: Db, clients: SQLWrapper, clientId?: UserId) => {
  const [row] = await db
    .select({ total: count() })
    .from(documents)
    .where(and(theirs(clients), isWaiting, of(clientId)))
  return row?.total ?? 0
}

export const listDecided = (db: Db, clients: SQLWrapper, clientId?: UserId) =>
  db
    .select()
    .from(documents)
    .where(and(theirs(clients), isNotNull(documents.decidedAt), of(clientId)))
    .orderBy(desc(documents.decidedAt), desc(documents.id))
    .limit(pageSize)

export const listOfClient = (db: Db, clientId: UserId) =>
  db
    .select()
    .from(documents)
    .where(and(isEvidence, eq(documents.clientId, clientId)))
    .orderBy(desc(documents.id))
    .limit(pageSize)
