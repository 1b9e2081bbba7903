import { and, desc, eq, inArray, lt, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts.ts'
import type { CaseId } from '#contract/cases.ts'
import { pageSize } from '#contract/kit.ts'
import { notFound } from '#contract/problem.ts'
import type { Db } from '#server/platform/db/database.ts'
import { caseEvents, caseNumbers, cases } from './schema.ts'

export type CaseRow = typeof cases.$inferSelect
export type EventRow = typeof caseEvents.$inferSelect
type Change = Partial<typeof cases.$inferInsert>

/** Whose cases are looked at: one client's own, or those of the clients of a person of the firm. */
export type Owners = { clientId: UserId } | { clients: SQLWrapper }

const of = (owners: Owners) =>
  'clientId' in owners ? eq(cases.clientId, owners.clientId) : inArray(cases.clientId, owners.clients)

/** Newest first. */
export const listOf = (db: Db, owners: Owners, before?: string) =>
  db
    .select()
    .from(cases)
    .where(before === undefined ? of(owners) : and(of(owners), lt(cases.id, before as CaseId)))
    .orderBy(desc(cases.id))
    .limit(pageSize)

const isWaiting = sql`(${cases.status} = 'pending')`

/** Requested ones first, then newest first; so too where a list goes on. */
export const listWaitingFirst = (db: Db, owners: Owners, before?: string) => {
  const last = db
    .select({ isWaiting, id: cases.id })
    .from(cases)
    .where(eq(cases.id, before as CaseId))
  const isLater = sql`(${isWaiting}, ${cases.id}) < (${last})`
  return db
    .select()
    .from(cases)
    .where(before === undefined ? of(owners) : and(of(owners), isLater))
    .orderBy(desc(isWaiting), desc(cases.id))
    .limit(pageSize)
}

export const get = async (db: Db, owners: Owners, id: CaseId) => {
  const [found] = await db
    .select()
    .from(cases)
    .where(and(of(owners), eq(cases.id, id)))
  return found ?? notFound('case')
}

/** Takes the row for the rest of the transaction, so that of two closings one comes second. */
export const claim = async (db: Db, owners: Owners, id: CaseId) => {
  const [found] = await db
    .select()
    .from(cases)
    .where(and(of(owners), eq(cases.id, id)))
    .for('update')
  return found ?? notFound('case')
}

export const insert = async (db: Db, row: typeof cases.$inferInsert): Promise<CaseRow> => {
  const [added] = await db.insert(cases).values(row).returning()
  return added ?? notFound('case')
}

export const update = async (db: Db, id: CaseId, change: Change): Promise<CaseRow> => {
  const [changed] = await db.update(cases).set(change).where(eq(cases.id, id)).returning()
  return changed ?? notFound('case')
}

export const isAnyOf = async (db: Db, clientId: UserId) =>
  (await db.select({ id: cases.id }).from(cases).where(of({ clientId })).limit(1)).length > 0

export const removeAllOf = (db: Db, clientId: UserId) => db.delete(cases).where(of({ clientId }))

export const insertEvent = (db: Db, row: typeof caseEvents.$inferInsert) => db.insert(caseEvents).values(row)

/** Newest first. */
export const listEvents = (db: Db, caseIds: CaseId[]) =>
  db.select().from(caseEvents).where(inArray(caseEvents.caseId, caseIds)).orderBy(desc(caseEvents.id))

/** The next number of a year, from 1. Others wait until this transaction ends, so that none is left out. */
export const insertNumber = async (db: Db, year: number) => {
  const [row] = await db
    .insert(caseNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: caseNumbers.year, set: { last: sql`${caseNumbers.last} + 1` } })
    .returning()
  return row?.last ?? notFound('number')
}
