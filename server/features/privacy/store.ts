import { and, asc, desc, eq, gt, inArray, isNull, lt, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { ExportId, RequestId } from '#contract/privacy.ts'
import type { Db } from '#server/platform/db/database.ts'
import { openAmong } from '#server/platform/db/guarded-links.ts'
import { waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { exports, requestNumbers, requests } from './schema.ts'

export type RequestRow = typeof requests.$inferSelect
type Clients = SQLWrapper

export const insertExport = (db: Db, row: typeof exports.$inferInsert) => db.insert(exports).values(row)

export const getExport = async (db: Db, clientId: UserId, id: ExportId) => {
  const [found] = await db
    .select()
    .from(exports)
    .where(and(eq(exports.clientId, clientId), eq(exports.id, id)))
  return found ?? notFound('export')
}

/**
 * Marks an export as taken. Of concurrent calls, one gets true. False also if it is too late, or for another session.
 */
export const claimExport = async (
  db: Db,
  { id, sessionId, now }: { id: ExportId; sessionId: string; now: Date },
) => {
  const isReady = and(
    isNull(exports.downloadedAt),
    gt(exports.expiresAt, now),
    eq(exports.sessionId, sessionId),
  )
  const taken = await db
    .update(exports)
    .set({ downloadedAt: now })
    .where(and(eq(exports.id, id), isReady))
    .returning({ id: exports.id })
  return taken.length > 0
}

const of = (clientId: UserId) => eq(requests.clientId, clientId)

export const listOf = (db: Db, clientId: UserId, before?: RequestId) =>
  db
    .select()
    .from(requests)
    .where(before === undefined ? of(clientId) : and(of(clientId), lt(requests.id, before)))
    .orderBy(desc(requests.id))
    .limit(pageSize)

const isOpen = sql`(${requests.answeredAt} is null)`

/** Lists the requests of these clients: open ones first, then the newest. The next pages continue in that order. */
export const listOpenFirst = (db: Db, clients: Clients, before?: RequestId) => {
  const placeOf = (id: RequestId) =>
    db.select({ isOpen, id: requests.id }).from(requests).where(eq(requests.id, id))
  const isAfter = (id: RequestId) => sql`(${isOpen}, ${requests.id}) < (${placeOf(id)})`
  return db
    .select()
    .from(requests)
    .where(and(inArray(requests.clientId, clients), before && isAfter(before)))
    .orderBy(desc(isOpen), desc(requests.id))
    .limit(pageSize)
}

/** Returns a condition on a request's id: whether it is of one of these clients. */
export const openTo = (db: Db, clients: Clients) =>
  openAmong(db, { table: requests, id: requests.id, theirs: inArray(requests.clientId, clients) })

/** Returns the open requests that are due first. */
export const listNextDue = (db: Db, clients: Clients, { today, limit }: { today: string; limit: number }) => {
  const { id, clientId, kind, createdAt, dueOn } = requests
  return db
    .select({ id, clientId, kind, since: createdAt, dueOn, ...waitingCounts(lt(dueOn, today)) })
    .from(requests)
    .where(and(inArray(clientId, clients), isNull(requests.answeredAt)))
    .orderBy(asc(dueOn), asc(id))
    .limit(limit)
}

/** Locks the row for the rest of the transaction, so that it is answered once. */
export const claim = async (db: Db, id: RequestId) => {
  const [found] = await db.select().from(requests).where(eq(requests.id, id)).for('update')
  return found ?? notFound('request')
}

export const insert = async (db: Db, row: typeof requests.$inferInsert): Promise<RequestRow> => {
  const [added] = await db.insert(requests).values(row).returning()
  return added ?? notFound('request')
}

export const update = async (db: Db, id: RequestId, change: Partial<RequestRow>): Promise<RequestRow> => {
  const [changed] = await db.update(requests).set(change).where(eq(requests.id, id)).returning()
  return changed ?? notFound('request')
}

/**
 * Returns the next number of a year, from 1. Other transactions wait until this one ends, so that no number is left
 * out.
 */
export const insertNumber = async (db: Db, year: number) => {
  const [row] = await db
    .insert(requestNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: requestNumbers.year, set: { last: sql`${requestNumbers.last} + 1` } })
    .returning()
  return row?.last ?? notFound('number')
}

export const isAnyOf = async (db: Db, clientId: UserId) =>
  (await db.select({ id: requests.id }).from(requests).where(of(clientId)).limit(1)).length > 0

export const removeAllOf = async (db: Db, clientId: UserId) => {
  await db.delete(exports).where(eq(exports.clientId, clientId))
  await db.delete(requests).where(of(clientId))
}
