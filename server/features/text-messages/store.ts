import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { TextMessageId } from '#contract/text-messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUnhidden } from '#server/platform/db/file-scope.ts'
import { messages, providers } from './schema.ts'

export type TextRow = typeof messages.$inferSelect
type Change = Partial<typeof messages.$inferInsert>
export type ProviderRow = typeof providers.$inferSelect

/** Returns the texts, except those about a restricted matter that the reader may not know of. */
export const listOf = (db: Db, hidden: SQLWrapper | undefined, before?: TextMessageId) =>
  db
    .select()
    .from(messages)
    .where(
      and(isUnhidden(hidden, messages.matterId), before === undefined ? undefined : lt(messages.id, before)),
    )
    .orderBy(desc(messages.id))
    .limit(pageSize)

export const get = async (db: Db, hidden: SQLWrapper | undefined, id: TextMessageId) => {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(isUnhidden(hidden, messages.matterId), eq(messages.id, id)))
  return row ?? notFound('textMessage')
}

/** Returns a text that this person has sent. Throws `not_found` for any other. */
export const getSentBy = async (db: Db, id: TextMessageId, sentById: UserId) => {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.sentById, sentById)))
  return row ?? notFound('textMessage')
}

/** Returns how many texts someone has sent since then, and how many went to this number. */
export const countSince = async (
  db: Db,
  { sentById, number }: Pick<TextRow, 'sentById' | 'number'>,
  time: Date,
) => {
  const [counted] = await db
    .select({
      bySender: count(sql`case when ${eq(messages.sentById, sentById)} then 1 end`),
      toNumber: count(sql`case when ${eq(messages.number, number)} then 1 end`),
    })
    .from(messages)
    .where(
      and(gt(messages.createdAt, time), or(eq(messages.sentById, sentById), eq(messages.number, number))),
    )
  return counted ?? { bySender: 0, toNumber: 0 }
}

export const insert = (db: Db, row: typeof messages.$inferInsert) => db.insert(messages).values(row)

/** Settles texts that wait for this subject, because their code opens nothing any more. */
export const updateOverdue = (db: Db, subject: string, change: Change) =>
  db
    .update(messages)
    .set(change)
    .where(and(eq(messages.subject, subject), eq(messages.state, 'waiting')))

/** Claims a text that is due. Null if it is not due, or another process has it. */
export const claimDue = async (
  db: Db,
  id: TextMessageId,
  { now, until }: { now: Date; until: Date },
): Promise<TextRow | null> => {
  const [row] = await db
    .update(messages)
    .set({
      attempts: sql`case when ${messages.state} = 'waiting' then ${messages.attempts} + 1 else ${messages.attempts} end`,
      claimedUntil: until,
    })
    .where(and(eq(messages.id, id), isDue(now)))
    .returning()
  return row ?? null
}

export const listDue = async (db: Db, now: Date) => {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(isDue(now))
    .orderBy(asc(messages.dueAt))
    .limit(pageSize)
  return rows.map(({ id }) => id)
}

const isDue = (now: Date) =>
  and(
    inArray(messages.state, ['waiting', 'sent']),
    isNull(messages.settledAt),
    lte(messages.dueAt, now),
    or(isNull(messages.claimedUntil), lte(messages.claimedUntil, now)),
  )

/** Settles an attempt. Returns false, and changes nothing, if a later attempt has begun. */
export const updateAttempt = async (
  db: Db,
  { id, attempts, state }: Pick<TextRow, 'id' | 'attempts' | 'state'>,
  change: Change,
) => {
  const rows = await db
    .update(messages)
    .set({ ...change, claimedUntil: null })
    .where(and(eq(messages.id, id), eq(messages.state, state), eq(messages.attempts, attempts)))
    .returning({ id: messages.id })
  return rows.length > 0
}

/** Makes every text that waits due now. */
export const hasten = (db: Db, now: Date) =>
  db.update(messages).set({ dueAt: now }).where(eq(messages.state, 'waiting'))

export const removeSettledBefore = (db: Db, time: Date) =>
  db.delete(messages).where(lt(messages.settledAt, time))

export const removeAllOf = (db: Db, userId: UserId) => db.delete(messages).where(eq(messages.userId, userId))

export const findProvider = async (db: Db): Promise<ProviderRow | null> => {
  const [row] = await db.select().from(providers)
  return row ?? null
}

export const saveProvider = (db: Db, row: Omit<ProviderRow, 'isOnly'>) =>
  db.insert(providers).values(row).onConflictDoUpdate({ target: providers.isOnly, set: row })
