import { and, desc, eq, inArray, lt, type SQLWrapper } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { LetterId } from '#contract/letters/letters.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Db } from '#server/platform/db/database.ts'
import { letters } from './schema.ts'

export type LetterRow = typeof letters.$inferSelect

export const insert = (db: Db, row: LetterRow) => db.insert(letters).values(row)

/** Returns what this sender sent under a key before, if it is on one of these matters. */
export const findByKey = async (db: Db, matters: SQLWrapper, { senderId, key }: KeyOfSender) => {
  const [row] = await db
    .select()
    .from(letters)
    .where(
      and(
        eq(letters.sentById, senderId),
        eq(letters.idempotencyKey, key),
        inArray(letters.matterId, matters),
      ),
    )
  return row ?? null
}

interface KeyOfSender {
  senderId: UserId
  key: string
}

/** Newest first. The caller must have checked that the reader may know of the matter. */
export const listOf = (db: Db, matterId: MatterId, before?: LetterId) =>
  db
    .select()
    .from(letters)
    .where(and(eq(letters.matterId, matterId), before === undefined ? undefined : lt(letters.id, before)))
    .orderBy(desc(letters.id))
    .limit(pageSize)

/** Counts all letters of a matter, also those older than a list shows. */
export const countOf = (db: Db, matterId: MatterId) => db.$count(letters, eq(letters.matterId, matterId))

/** Returns a letter on one of these matters. Throws `not_found` for any other. */
export const get = async (db: Db, matters: SQLWrapper, id: LetterId) => {
  const [found] = await db
    .select()
    .from(letters)
    .where(and(eq(letters.id, id), inArray(letters.matterId, matters)))
  return found ?? notFound('letter')
}

export const removeAllOf = (db: Db, clientId: UserId) =>
  db.delete(letters).where(eq(letters.clientId, clientId))
