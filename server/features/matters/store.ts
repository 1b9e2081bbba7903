import { and, desc, eq, inArray, lt, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts.ts'
import { pageSize } from '#contract/kit.ts'
import type { MatterId } from '#contract/matters.ts'
import { notFound } from '#contract/problem.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matterEvents, matterNumbers, matters } from './schema.ts'

export type MatterRow = typeof matters.$inferSelect
export type EventRow = typeof matterEvents.$inferSelect
type Change = Partial<typeof matters.$inferInsert>

/** Whose matters are looked at: one client's own, or those of the clients of a person of the firm. */
export type Owners = { clientId: UserId } | { clients: SQLWrapper }

const of = (owners: Owners) =>
  'clientId' in owners ? eq(matters.clientId, owners.clientId) : inArray(matters.clientId, owners.clients)

/** Newest first. */
export const listOf = (db: Db, owners: Owners, before?: string) =>
  db
    .select()
    .from(matters)
    .where(before === undefined ? of(owners) : and(of(owners), lt(matters.id, before as MatterId)))
    .orderBy(desc(matters.id))
    .limit(pageSize)

const isWaiting = sql`(${matters.status} = 'pending')`

/** Requested ones first, then newest first; so too where a list goes on. */
export const listWaitingFirst = (db: Db, owners: Owners, before?: string) => {
  const last = db
    .select({ isWaiting, id: matters.id })
    .from(matters)
    .where(eq(matters.id, before as MatterId))
  const isLater = sql`(${isWaiting}, ${matters.id}) < (${last})`
  return db
    .select()
    .from(matters)
    .where(before === undefined ? of(owners) : and(of(owners), isLater))
    .orderBy(desc(isWaiting), desc(matters.id))
    .limit(pageSize)
}

export const get = async (db: Db, owners: Owners, id: MatterId) => {
  const [found] = await db
    .select()
    .from(matters)
    .where(and(of(owners), eq(matters.id, id)))
  return found ?? notFound('case')
}

/** Takes the row for the rest of the transaction, so that of two closings one comes second. */
export const claim = async (db: Db, owners: Owners, id: MatterId) => {
  const [found] = await db
    .select()
    .from(matters)
    .where(and(of(owners), eq(matters.id, id)))
    .for('update')
  return found ?? notFound('case')
}

export const insert = async (db: Db, row: typeof matters.$inferInsert): Promise<MatterRow> => {
  const [added] = await db.insert(matters).values(row).returning()
  return added ?? notFound('case')
}

export const update = async (db: Db, id: MatterId, change: Change): Promise<MatterRow> => {
  const [changed] = await db.update(matters).set(change).where(eq(matters.id, id)).returning()
  return changed ?? notFound('case')
}

export const isAnyOf = async (db: Db, clientId: UserId) =>
  (await db.select({ id: matters.id }).from(matters).where(of({ clientId })).limit(1)).length > 0

export const removeAllOf = (db: Db, clientId: UserId) => db.delete(matters).where(of({ clientId }))

export const insertEvent = (db: Db, row: typeof matterEvents.$inferInsert) =>
  db.insert(matterEvents).values(row)

/** Newest first. */
export const listEvents = (db: Db, matterIds: MatterId[]) =>
  db
    .select()
    .from(matterEvents)
    .where(inArray(matterEvents.matterId, matterIds))
    .orderBy(desc(matterEvents.id))

/** The next number of a year, from 1. Others wait until this transaction ends, so that none is left out. */
export const insertNumber = async (db: Db, year: number) => {
  const [row] = await db
    .insert(matterNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: matterNumbers.year, set: { last: sql`${matterNumbers.last} + 1` } })
    .returning()
  return row?.last ?? notFound('number')
}
