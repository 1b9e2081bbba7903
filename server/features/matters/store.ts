import { and, asc, desc, eq, inArray, isNull, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { PersonId } from '#contract/matters/party.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import type { Db } from '#server/platform/db/database.ts'
import { areNone, type Ids, isAmong } from '#server/platform/db/ids.ts'
import { type WaitingParams, waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { inClientOrder, matterClients, matterNumbers, matterParties, matters } from './schema.ts'

export type MatterRow = typeof matters.$inferSelect
type Change = Partial<typeof matters.$inferInsert>

/**
 * Whoever reads matters: a client only their own, a person of the firm those that they are in charge of or whose client
 * is theirs.
 */
export type MatterReader = { clientId: UserId } | StaffReader

export interface StaffReader {
  staffId: UserId
  clients: SQLWrapper
  /** The person and everybody they cover for. */
  actedFor: Ids
  teams: Ids
  /** They see every client, so no lookup is needed. */
  isAll: boolean
  /** The restricted matters that name them. */
  named: Ids
  /** They see every restricted matter. */
  opensRestricted: boolean
}

/**
 * Returns a condition that matches the matters that a reader may see. `among` is a condition that few matters meet: these
 * are then looked up first, and only afterwards whose they are.
 */
export const isVisibleTo = (db: Db, reader: MatterReader, among?: SQL) => {
  const ids = idsByClient(db)
  if ('clientId' in reader) return inArray(matters.id, ids.where(eq(matterClients.clientId, reader.clientId)))
  const isOneOf = among && inArray(matterClients.matterId, idsWhere(db, among))
  const ofClients = ids.where(and(inArray(matterClients.clientId, reader.clients), isOneOf))
  const theirs = () => unionAll(ofClients, ...chargedTo(db, reader, among))
  return and(reader.isAll ? undefined : inArray(matters.id, theirs()), isUnrestricted(reader))
}

/** Selects the matters of clients, once a condition on `matterClients` is added. */
export const idsByClient = (db: Db) => db.select({ id: matterClients.matterId }).from(matterClients)

const idsWhere = (db: Db, condition: SQL | undefined) =>
  db.select({ id: matters.id }).from(matters).where(condition)

/**
 * Selects the matters that name a reader, by one select for each way. A union of them takes a few index lookups, whereas
 * an `or` would check every case.
 */
export const chargedTo = (db: Db, { actedFor, teams, named }: StaffReader, among?: SQL) => {
  const charged = (isTheirs: SQL) => idsWhere(db, and(isTheirs, among))
  return [
    charged(isAmong(matters.feeEarnerId, actedFor)),
    charged(isAmong(matters.supervisorId, actedFor)),
    ...(areNone(teams) ? [] : [charged(isAmong(matters.teamId, teams))]),
    ...(areNone(named) ? [] : [charged(isAmong(matters.id, named))]),
  ] as const
}

/** Matches matters that are not restricted to others. */
export const isUnrestricted = ({ opensRestricted, named }: StaffReader) =>
  opensRestricted ? undefined : or(asConstant(eq(matters.isRestricted, false)), isAmong(matters.id, named))

export const idsOf = (db: Db, reader: MatterReader) => idsWhere(db, isVisibleTo(db, reader))

/** Returns the matters among these that the user may see. */
export const listIds = async (db: Db, reader: MatterReader, ids: readonly MatterId[]) => {
  const isOneOf = isAmong(matters.id, ids)
  const rows = await idsWhere(db, and(isVisibleTo(db, reader, isOneOf), isOneOf))
  return rows.map(({ id }) => id)
}

/** Lists the clients of these matters, the first client of each before the others. */
export const listClients = (db: Db, matterIds: MatterId[]) =>
  matterIds.length === 0
    ? Promise.resolve([])
    : db
        .select({ matterId: matterClients.matterId, clientId: matterClients.clientId })
        .from(matterClients)
        .innerJoin(matters, eq(matters.id, matterClients.matterId))
        .where(inArray(matterClients.matterId, matterIds))
        .orderBy(...inClientOrder)

/** Newest first. */
export const listOf = (db: Db, reader: MatterReader, before?: MatterId) =>
  db
    .select()
    .from(matters)
    .where(and(isVisibleTo(db, reader), before && lt(matters.id, before)))
    .orderBy(desc(matters.id))
    .limit(pageSize)

const isWaiting = sql`(${matters.status} = 'pending')`

/** Lists requested matters first, then the others, each newest first. Paging follows the same order. */
export const listWaitingFirst = (db: Db, reader: MatterReader, before?: MatterId) => {
  const placeOf = (id: MatterId) =>
    db.select({ isWaiting, id: matters.id }).from(matters).where(eq(matters.id, id))
  const isAfter = (id: MatterId) => sql`(${isWaiting}, ${matters.id}) < (${placeOf(id)})`
  return db
    .select()
    .from(matters)
    .where(and(isVisibleTo(db, reader), before && isAfter(before)))
    .orderBy(desc(isWaiting), desc(matters.id))
    .limit(pageSize)
}

/** Lists requested cases that are not open yet, the longest wait first. */
export const listRequested = (db: Db, reader: MatterReader, { lateBefore, limit }: WaitingParams) => {
  const { id, clientId, title, createdAt } = matters
  return db
    .select({ id, clientId, title, since: createdAt, ...waitingCounts(lt(createdAt, lateBefore)) })
    .from(matters)
    .where(and(isVisibleTo(db, reader, isWaiting), isWaiting))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
}

/**
 * Returns a condition that matches the matters whose fee earner this person is, or if none is set, whose first client is
 * theirs. With `among`, only matters that meet that condition too, which an index finds client by client.
 */
export const isRunBy = (db: Db, staffId: UserId, ownClients: SQLWrapper, among?: SQL) =>
  inArray(
    matters.id,
    unionAll(
      idsWhere(db, and(eq(matters.feeEarnerId, staffId), among)),
      idsWhere(
        db,
        and(isNull(matters.feeEarnerId), sql`${matters.clientId} = any(array${ownClients})`, among),
      ),
    ),
  )

/**
 * Returns the clients among these who have another matter that is open or requested and that this person runs, as far
 * as the user may see it.
 */
export const listClientsKept = async (
  db: Db,
  reader: MatterReader,
  {
    staffId,
    ownClients,
    clients,
    id,
  }: { staffId: UserId; ownClients: SQLWrapper; clients: UserId[]; id: MatterId },
) => {
  const rows = await db
    .selectDistinct({ clientId: matterClients.clientId })
    .from(matterClients)
    .innerJoin(matters, eq(matters.id, matterClients.matterId))
    .where(
      and(
        inArray(matterClients.clientId, clients),
        ne(matters.id, id),
        inArray(matters.status, ['open', 'pending']),
        isRunBy(db, staffId, ownClients),
        isVisibleTo(db, reader),
      ),
    )
  return rows.map(({ clientId }) => clientId)
}

/** Lists open cases that this person runs and in which the firm is next to act, the longest wait first. */
export const listNextSteps = (
  db: Db,
  { reader, ownClients, staffId }: { reader: StaffReader; ownClients: SQLWrapper; staffId: UserId },
  { lateBefore, limit }: WaitingParams,
) => {
  const { id, clientId, title, nextStep, assignedAt } = matters
  // As in the index `matters_of_firm`.
  const isNext = asConstant(eq(matters.status, 'open'), eq(matters.assignee, 'firm'))
  return (
    db
      .select({
        id,
        clientId,
        title: sql<string>`coalesce(${nextStep}, ${title})`,
        since: sql<Date>`${assignedAt}`.mapWith(assignedAt),
        ...waitingCounts(lt(assignedAt, lateBefore)),
      })
      .from(matters)
      // Whoever runs a case may see it unless it is restricted to others, so no list of all their cases is needed.
      .where(and(isUnrestricted(reader), isRunBy(db, staffId, ownClients, isNext), isNext))
      .orderBy(asc(assignedAt), asc(id))
      .limit(limit)
  )
}

/** Does not check who may see it. */
export const find = async (db: Db, id: MatterId) => {
  const [found] = await db.select().from(matters).where(eq(matters.id, id))
  return found ?? null
}

export const listByIds = async (db: Db, ids: readonly MatterId[]) =>
  ids.length === 0 ? [] : db.select().from(matters).where(isAmong(matters.id, ids))

const visibleById = (db: Db, reader: MatterReader, id: MatterId) =>
  db
    .select()
    .from(matters)
    .where(and(isVisibleTo(db, reader), eq(matters.id, id)))

export const get = async (db: Db, reader: MatterReader, id: MatterId) => {
  const [found] = await visibleById(db, reader, id)
  return found ?? notFound('case')
}

/** Locks the row for the rest of the transaction, so that of two concurrent commands one has to wait. */
export const claim = async (db: Db, reader: MatterReader, id: MatterId) => {
  const [found] = await visibleById(db, reader, id).for('update')
  return found ?? notFound('case')
}

export const insert = async (db: Db, row: typeof matters.$inferInsert): Promise<MatterRow> => {
  const [added] = await db.insert(matters).values(row).returning()
  await db.insert(matterClients).values({ matterId: row.id, clientId: row.clientId, addedAt: row.createdAt })
  return added ?? notFound('case')
}

export const update = async (db: Db, id: MatterId, change: Change): Promise<MatterRow> => {
  const [changed] = await db.update(matters).set(change).where(eq(matters.id, id)).returning()
  return changed ?? notFound('case')
}

export const isAnyOf = async (db: Db, clientId: UserId) =>
  (await db.select({ id: matters.id }).from(matters).where(eq(matters.clientId, clientId)).limit(1)).length >
  0

/** Deletes a client's matters and returns their ids. On other clients' matters, only removes the client. */
export const removeAllOf = async (db: Db, clientId: UserId) => {
  const removed = await db.delete(matters).where(eq(matters.clientId, clientId)).returning({ id: matters.id })
  await db.delete(matterClients).where(eq(matterClients.clientId, clientId))
  return removed.map(({ id }) => id)
}

/** Lists a client's open matters whose next step is one of these and links to no task. */
export const listAtSteps = async (db: Db, clientId: UserId, steps: readonly string[]) => {
  const rows = await db
    .select({ id: matters.id })
    .from(matterClients)
    .innerJoin(matters, eq(matters.id, matterClients.matterId))
    .where(
      and(
        eq(matterClients.clientId, clientId),
        eq(matters.status, 'open'),
        isNull(matters.nextTaskId),
        inArray(matters.nextStep, [...steps]),
      ),
    )
    .orderBy(asc(matters.id))
  return rows.map(({ id }) => id)
}

/** Locks a matter for the rest of the transaction. Returns null if it no longer exists. */
export const lock = async (db: Db, id: MatterId) => {
  const [row] = await db.select().from(matters).where(eq(matters.id, id)).for('update')
  return row ?? null
}

/**
 * Returns the next number of a year, from 1. Concurrent transactions wait until this one ends, so that no number is
 * skipped.
 */
export const insertNumber = async (db: Db, year: number) => {
  const [row] = await db
    .insert(matterNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: matterNumbers.year, set: { last: sql`${matterNumbers.last} + 1` } })
    .returning()
  return row?.last ?? notFound('number')
}

/** Removes a deleted team from its matters, which stay with the people responsible for them. */
export const clearTeam = (db: Db, teamId: TeamId) =>
  db.update(matters).set({ teamId: null }).where(eq(matters.teamId, teamId))

/** Lists the matters on which a known person or organisation is a party. */
export const listOfPerson = (db: Db, personId: PersonId) => {
  const own = db
    .select({ id: matterParties.matterId })
    .from(matterParties)
    .where(eq(matterParties.personId, personId))
  return db.select().from(matters).where(inArray(matters.id, own)).orderBy(asc(matters.id))
}
