import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ComplianceItemId } from '#contract/compliance.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type IsWanted, type WaitingWanted, waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { complianceItems, riskMarks } from './schema.ts'

export type ItemRow = typeof complianceItems.$inferSelect

/** The clients and matters whose items the user may see. */
export interface Visible {
  clients: SQLWrapper
  matters: SQLWrapper
}

const of = ({ clients, matters }: Visible) =>
  and(
    inArray(complianceItems.clientId, clients),
    or(isNull(complianceItems.matterId), inArray(complianceItems.matterId, matters)),
  )

/** Items that are open, in a certain state of the queue, and for a certain matter. */
interface Wanted extends Visible {
  isWanted: IsWanted
}
const waits = (wanted: Wanted) =>
  and(
    isNull(complianceItems.decidedAt),
    of(wanted),
    wanted.isWanted(complianceItems.id, { matterId: complianceItems.matterId }),
  )

/** Returns the matter of an item, whoever may see it. Null if it is about the client alone. */
export const findMatterOf = async (db: Db, id: ComplianceItemId) => {
  const { matterId } = complianceItems
  const [item] = await db.select({ matterId }).from(complianceItems).where(eq(complianceItems.id, id))
  return item?.matterId ?? null
}

/** Lists open items, the longest wait first. */
export const listOpen = (db: Db, wanted: Wanted) =>
  db.select().from(complianceItems).where(waits(wanted)).orderBy(asc(complianceItems.id)).limit(pageSize)

/** Lists the few that have waited longest, with the total count. */
export const listWaiting = (db: Db, wanted: Wanted, { lateBefore, limit }: WaitingWanted) => {
  const { id, clientId, kind, raisedAt } = complianceItems
  return db
    .select({ id, clientId, title: kind, since: raisedAt, ...waitingCounts(lt(raisedAt, lateBefore)) })
    .from(complianceItems)
    .where(waits(wanted))
    .orderBy(asc(id))
    .limit(limit)
}

/** Lists decided items, the latest decision first. */
export const listDecided = (db: Db, visible: Visible) =>
  db
    .select()
    .from(complianceItems)
    .where(and(isNotNull(complianceItems.decidedAt), of(visible)))
    .orderBy(desc(complianceItems.decidedAt))
    .limit(pageSize)

export const get = async (db: Db, visible: Visible, id: ComplianceItemId) => {
  const [item] = await db
    .select()
    .from(complianceItems)
    .where(and(eq(complianceItems.id, id), of(visible)))
  return item ?? notFound('item')
}

/** Locks the row for the rest of the transaction. */
export const claim = async (db: Db, visible: Visible, id: ComplianceItemId) => {
  const [item] = await db
    .select()
    .from(complianceItems)
    .where(and(eq(complianceItems.id, id), of(visible)))
    .for('update')
  return item ?? notFound('item')
}

/** Inserts an item unless the client already has the same one. Returns whether it is new. */
export const insert = async (db: Db, item: typeof complianceItems.$inferInsert) =>
  (await db.insert(complianceItems).values(item).onConflictDoNothing().returning()).length > 0

interface Given {
  clientId: UserId
  given: readonly Pick<ItemRow, 'kind' | 'words'>[]
  now: Date
}

/** Marks a client's items whose answer is no longer given, and unmarks those given again. Returns how many changed. */
export const updateChanged = async (db: Db, { clientId, given, now }: Given) => {
  const { kind, words, changedAt } = complianceItems
  const isGiven =
    given.length === 0
      ? sql`false`
      : sql`(${or(...given.map((item) => and(eq(kind, item.kind), eq(words, item.words))))})`
  const theirs = and(eq(complianceItems.clientId, clientId), ne(kind, 'conflict'))
  const changed = await db
    .update(complianceItems)
    .set({ changedAt: sql`case when ${isGiven} then null else ${now.toISOString()}::timestamptz end` })
    .where(and(theirs, sql`(${changedAt} is not null) = ${isGiven}`))
    .returning({ id: complianceItems.id })
  return changed.length
}

export const update = async (db: Db, id: ComplianceItemId, change: Partial<ItemRow>) => {
  const [item] = await db.update(complianceItems).set(change).where(eq(complianceItems.id, id)).returning()
  return item ?? notFound('item')
}

export const removeAllOf = (db: Db, clientId: UserId) =>
  db.delete(complianceItems).where(eq(complianceItems.clientId, clientId))

export const removeMarks = (db: Db, matterIds: readonly MatterId[]) =>
  db.delete(riskMarks).where(inArray(riskMarks.matterId, [...matterIds]))

export const insertMark = (db: Db, mark: typeof riskMarks.$inferInsert) => db.insert(riskMarks).values(mark)

/** Newest first. */
export const listMarks = (db: Db, matterId: MatterId) =>
  db.select().from(riskMarks).where(eq(riskMarks.matterId, matterId)).orderBy(desc(riskMarks.id))
