import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { DocumentId } from '#contract/documents.ts'
import type { Db } from '#server/platform/db/database.ts'
import { documentReadings as readings } from '../schema.ts'

export type ReadingRow = typeof readings.$inferSelect
type Whose = Pick<ReadingRow, 'documentId' | 'clientId'>

const isWaiting = isNull(readings.endedAt)

export const insert = (db: Db, { documentId, clientId }: Whose, now: Date) =>
  db.insert(readings).values({ documentId, clientId, queuedAt: now, dueAt: now }).onConflictDoNothing()

/** Milliseconds of the reader that each client has had since then. */
const used = (since: Date) => sql`
  (select client_id, sum(took) as used from document_readings where ended_at > ${since} group by client_id)`

interface Claim {
  now: Date
  /** From when on the use of the reader counts. */
  since: Date
  /** When it is due again, should this reading never end. */
  until: Date
}

/** Takes what is to be read next: of those who have had the least of the reader, whoever waits longest. */
export const claimNext = async (db: Db, { now, since, until }: Claim): Promise<ReadingRow | null> => {
  const next = sql`
    select document_id from document_readings left join ${used(since)} as uses using (client_id)
    where ended_at is null and due_at <= ${now}
    order by coalesce(used, 0), queued_at, document_id
    limit 1 for update of document_readings skip locked`
  const [claimed] = await db
    .update(readings)
    .set({ dueAt: until, begun: sql`${readings.begun} + 1` })
    .where(sql`${readings.documentId} = (${next})`)
    .returning()
  return claimed ?? null
}

/** It has not been looked at, and waits until it is due. */
export const release = (db: Db, documentId: DocumentId, dueAt: Date) =>
  db
    .update(readings)
    .set({ dueAt, begun: sql`${readings.begun} - 1` })
    .where(and(eq(readings.documentId, documentId), isWaiting))

export const end = (db: Db, documentId: DocumentId, { endedAt, took }: { endedAt: Date; took: number }) =>
  db
    .update(readings)
    .set({ endedAt, took: Math.round(took) })
    .where(eq(readings.documentId, documentId))

export const listDue = (db: Db, now: Date) =>
  db
    .select({ documentId: readings.documentId })
    .from(readings)
    .where(and(isWaiting, lte(readings.dueAt, now)))

/** How many of the last readings say how long one takes. */
const lately = 20
/** Of fewer than these nothing is concluded. */
const least = 3

/**
 * Milliseconds until this document will have been read, when all go on to take turns by what they have used and
 * a reading takes as long as the last ones did; null where nobody can know.
 */
export const findWait = async (db: Db, documentId: DocumentId, since: Date): Promise<number | null> => {
  const { rows } = await db.execute<{ wait: number | null }>(sql`
    with usual as (
      select case when count(*) >= ${least} then percentile_cont(0.5) within group (order by took) end as took
      from (select took from document_readings where ended_at > ${since} order by ended_at desc limit ${lately}) as recent),
    line as (
      select document_id, queued_at, coalesce(used, 0) + usual.took
        * (row_number() over (partition by client_id order by queued_at, document_id) - 1) as turn
      from usual, document_readings left join ${used(since)} as uses using (client_id)
      where ended_at is null)
    select (select count(*) from line where (turn, queued_at, document_id) <= (mine.turn, mine.queued_at, mine.document_id))
      * usual.took as wait
    from line as mine, usual where mine.document_id = ${documentId}`)
  return rows[0]?.wait ?? null
}

/** What was read so long ago that it counts for nothing any more. */
export const removeEnded = (db: Db, before: Date) => db.delete(readings).where(lt(readings.endedAt, before))

export const removeAllOf = (db: Db, clientId: ReadingRow['clientId']) =>
  db.delete(readings).where(eq(readings.clientId, clientId))
