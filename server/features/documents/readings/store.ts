import { and, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { Db } from '#server/platform/db/database.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { documentReadings as readings } from '../schema.ts'

export type ReadingRow = typeof readings.$inferSelect
type Whose = Pick<ReadingRow, 'documentId' | 'clientId'>

const isWaiting = isNull(readings.endedAt)

export const insert = (db: Db, { documentId, clientId }: Whose, now: Date) =>
  db.insert(readings).values({ documentId, clientId, queuedAt: now, dueAt: now }).onConflictDoNothing()

/** Milliseconds of reading time a client has in a period. Over budget, their files come last, one at a time. */
export interface Budget {
  milliseconds: number
  /** Start of the period. */
  since: Date
}

/** Selects the milliseconds of reading time that each client has used since then. */
const used = (since: Date) => sql`
  (select client_id, sum(duration) as used from document_readings where ended_at > ${since} group by client_id)`

interface Claim {
  now: Date
  budget: Budget
  /** When it is due again if this reading never ends. */
  until: Date
}

/**
 * Takes the next document to read: the longest waiting of the clients with the least reading time. A client over budget
 * is passed over while one of their documents is being read, by this process or another.
 */
export const claimNext = async (db: Db, { now, budget, until }: Claim): Promise<ReadingRow | null> => {
  // Two claims at once would both find that nothing of a client is being read.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('readings', 0))`)
  const isBeingRead = sql`exists (
    select from document_readings as other where other.client_id = document_readings.client_id
      and other.ended_at is null and other.attempts > 0 and other.due_at > ${now})`
  const next = sql`
    select document_id from document_readings left join ${used(budget.since)} as uses using (client_id)
    where ended_at is null and due_at <= ${now}
      and not (coalesce(used, 0) >= ${budget.milliseconds} and ${isBeingRead})
    order by coalesce(used, 0), queued_at, document_id
    limit 1 for update of document_readings skip locked`
  const [claimed] = await db
    .update(readings)
    .set({ dueAt: until, attempts: sql`${readings.attempts} + 1` })
    .where(sql`${readings.documentId} = (${next})`)
    .returning()
  return claimed ?? null
}

/** Returns the longest waiting of a client's due documents. */
export const findDueOf = async (db: Db, clientId: ReadingRow['clientId'], now: Date) => {
  const [due] = await db
    .select({ documentId: readings.documentId })
    .from(readings)
    .where(and(eq(readings.clientId, clientId), isWaiting, lte(readings.dueAt, now)))
    .orderBy(readings.queuedAt)
    .limit(1)
  return due ?? null
}

/** Puts a document back unread, until it is due again. */
export const release = (db: Db, documentId: DocumentId, dueAt: Date) =>
  db
    .update(readings)
    .set({ dueAt, attempts: sql`${readings.attempts} - 1` })
    .where(and(eq(readings.documentId, documentId), isWaiting))

export const end = (
  db: Db,
  documentId: DocumentId,
  { endedAt, duration }: { endedAt: Date; duration: number },
) =>
  db
    .update(readings)
    .set({ endedAt, duration: Math.round(duration) })
    .where(eq(readings.documentId, documentId))

interface Charge {
  endedAt: Date
  duration: number
  budget: Budget
}

/** Adds to the reading time of a document in this period. */
export const charge = (db: Db, { documentId, clientId }: Whose, { endedAt, duration, budget }: Charge) =>
  db
    .insert(readings)
    .values({
      documentId,
      clientId,
      queuedAt: endedAt,
      dueAt: endedAt,
      endedAt,
      duration: Math.round(duration),
    })
    .onConflictDoUpdate({
      target: readings.documentId,
      setWhere: isNotNull(readings.endedAt),
      set: {
        endedAt,
        duration: sql`excluded.duration + case when ${readings.endedAt} > ${budget.since} then ${readings.duration} else 0 end`,
      },
    })

export const listDue = (db: Db, now: Date) =>
  db
    .select({ documentId: readings.documentId })
    .from(readings)
    .where(and(isWaiting, lte(readings.dueAt, now)))

/** The typical time is taken from this many of the last readings. */
const lately = 5
/** Fewer readings than this say too little. Then one second is assumed. */
const least = 3
const untold = seconds(1)

export interface Wait {
  /** Until this document has been read. */
  milliseconds: number
  /** The typical time of one reading. */
  each: number
  /** Whether the client is over budget, so that files of others are read first. */
  isBeyondBudget: boolean
}

/**
 * Estimates how long this document waits, if everyone takes turns as now and a reading takes as long as the last ones.
 * Null if it is not waiting.
 */
export const findWait = async (
  db: Db,
  documentId: DocumentId,
  { milliseconds, since }: Budget,
): Promise<Wait | null> => {
  const { rows } = await db.execute<{ milliseconds: number; each: number; isBeyondBudget: boolean }>(sql`
    with usual as (
      select case when count(*) >= ${least} then percentile_cont(0.5) within group (order by duration) else ${untold} end as duration
      from (select duration from document_readings where ended_at is not null order by ended_at desc limit ${lately}) as recent),
    line as (
      select document_id, client_id, queued_at, coalesce(used, 0) + usual.duration
        * (row_number() over (partition by client_id order by queued_at, document_id) - 1) as turn
      from usual, document_readings left join ${used(since)} as uses using (client_id)
      where ended_at is null)
    select count(*) * usual.duration as "milliseconds", usual.duration as "each",
      mine.turn >= ${milliseconds} and bool_or(other.client_id <> mine.client_id) as "isBeyondBudget"
    from line as mine, usual, line as other where mine.document_id = ${documentId}
      and (other.turn, other.queued_at, other.document_id) <= (mine.turn, mine.queued_at, mine.document_id)
    group by usual.duration, mine.turn`)
  return rows[0] ?? null
}

/** Deletes readings that no longer count for any budget. */
export const removeEnded = (db: Db, before: Date) => db.delete(readings).where(lt(readings.endedAt, before))

export const removeAllOf = (db: Db, clientId: ReadingRow['clientId']) =>
  db.delete(readings).where(eq(readings.clientId, clientId))
