import {
  and,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  ne,
  not,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { MailId } from '#contract/mail.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type WaitingWanted, waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { digestEntries, mails, reminders } from './schema.ts'

export type MailRow = typeof mails.$inferSelect
type Change = Partial<typeof mails.$inferInsert>

const shown = {
  id: mails.id,
  to: mails.address,
  subject: mails.subject,
  state: mails.state,
  createdAt: mails.createdAt,
  dueAt: mails.dueAt,
  settledAt: mails.settledAt,
  attempts: mails.attempts,
  triedAt: mails.triedAt,
  failure: mails.failure,
}

/** Mails that mention no restricted matter that the reader may not know of. */
const isShown = (hidden: SQLWrapper | undefined) =>
  hidden && not(arrayOverlaps(mails.matterIds, sql`array(${hidden})`))

export const listOf = (db: Db, hidden: SQLWrapper | undefined, before?: MailId) =>
  db
    .select(shown)
    .from(mails)
    .where(and(isShown(hidden), before === undefined ? undefined : lt(mails.id, before)))
    .orderBy(desc(mails.id))
    .limit(pageSize)

/** Returns the mails that could not be sent since then, the oldest first. */
export const listFailed = (
  db: Db,
  { hidden, since }: { hidden: SQLWrapper | undefined; since: Date },
  { lateBefore, limit }: WaitingWanted,
) => {
  const { id, subject, address, createdAt, state } = mails
  return db
    .select({
      id,
      title: subject,
      address,
      since: createdAt,
      ...waitingCounts(lt(createdAt, lateBefore)),
    })
    .from(mails)
    .where(and(isShown(hidden), eq(state, 'failed'), gt(createdAt, since)))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
}

/** Returns whether the newest settled mail to an address of a person could not be sent. */
export const hasFailed = async (db: Db, { userId, address }: { userId: UserId; address: string }) => {
  const [newest] = await db
    .select({ state: mails.state })
    .from(mails)
    .where(
      and(
        // The invitation of a guest is written to the address.
        inArray(mails.recipient, [userId, address.toLowerCase()]),
        eq(mails.address, address),
        isNotNull(mails.settledAt),
      ),
    )
    .orderBy(desc(mails.settledAt))
    .limit(1)
  return newest?.state === 'failed'
}

/** Returns the mails to an address of a person, newest first, without those that could not be sent. */
export const listTo = (db: Db, { userId, address }: { userId: UserId; address: string }, before?: MailId) =>
  db
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.userId, userId),
        eq(mails.address, address),
        ne(mails.state, 'failed'),
        before === undefined ? undefined : lt(mails.id, before),
      ),
    )
    .orderBy(desc(mails.id))
    .limit(pageSize)

export const get = async (db: Db, hidden: SQLWrapper | undefined, id: MailId) => {
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(isShown(hidden), eq(mails.id, id)))
  return mail ?? notFound('mail')
}

/** Locks the row for the rest of the transaction. */
export const claim = async (db: Db, hidden: SQLWrapper | undefined, id: MailId) => {
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(isShown(hidden), eq(mails.id, id)))
    .for('update')
  return mail ?? notFound('mail')
}

/** Queues a mail. Returns false if one for this event and recipient is already queued. */
export const insert = async (db: Db, row: typeof mails.$inferInsert) => {
  const inserted = await db.insert(mails).values(row).onConflictDoNothing().returning({ id: mails.id })
  return inserted.length > 0
}

/** Claims a mail that is due. Null if it is not due, or another process is sending it. */
export const claimDue = async (
  db: Db,
  id: MailId,
  { now, until, messageId }: { now: Date; until: Date; messageId: string },
): Promise<MailRow | null> => {
  const isFree = or(isNull(mails.claimedUntil), lte(mails.claimedUntil, now))
  const [mail] = await db
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      triedAt: now,
      claimedUntil: until,
      messageId: sql`coalesce(${mails.messageId}, ${messageId})`,
    })
    .where(and(eq(mails.id, id), eq(mails.state, 'waiting'), lte(mails.dueAt, now), isFree))
    .returning()
  return mail ?? null
}

export const listDue = async (db: Db, now: Date) => {
  const isFree = or(isNull(mails.claimedUntil), lte(mails.claimedUntil, now))
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.state, 'waiting'), lte(mails.dueAt, now), isFree))
    .orderBy(asc(mails.dueAt))
    .limit(pageSize)
  return rows.map(({ id }) => id)
}

/** Returns how many mails are due or failed before, and when the first of them is due. */
export const countWaiting = async (db: Db, hidden: SQLWrapper | undefined, now: Date) => {
  const { dueAt, failure, state } = mails
  const [found] = await db
    .select({ waiting: count(), nextAttemptAt: min(dueAt) })
    .from(mails)
    .where(and(isShown(hidden), eq(state, 'waiting'), or(isNotNull(failure), lte(dueAt, now))))
  return found ?? { waiting: 0, nextAttemptAt: null }
}

/**
 * Makes mails due that failed before and wait for their next attempt: one, or all of the mail server in use. The
 * additional attempt does not count, so that none is given up sooner for it, but to those written before
 * `countsBefore` it does, so that no mail is tried for ever. Leaves out those that are being sent.
 */
export const updateToTryNow = (
  db: Db,
  {
    hidden,
    now,
    id,
    countsBefore,
  }: { hidden: SQLWrapper | undefined; now: Date; id?: MailId; countsBefore?: Date },
) => {
  const { attempts, claimedUntil, createdAt, failure, state, via } = mails
  const fewer = sql`greatest(${attempts} - 1, 0)`
  return db
    .update(mails)
    .set({
      dueAt: now,
      attempts:
        countsBefore === undefined
          ? fewer
          : sql`case when ${lt(createdAt, countsBefore)} then ${attempts} else ${fewer} end`,
    })
    .where(
      and(
        isShown(hidden),
        eq(state, 'waiting'),
        isNotNull(failure),
        or(isNull(claimedUntil), lte(claimedUntil, now)),
        id === undefined ? isNull(via) : eq(mails.id, id),
      ),
    )
    .returning(shown)
}

export const update = async (db: Db, id: MailId, change: Change) => {
  const [mail] = await db.update(mails).set(change).where(eq(mails.id, id)).returning(shown)
  return mail ?? notFound('mail')
}

/** Settles an attempt. Does nothing if a later attempt has begun, which has a claim of its own. */
export const updateAttempt = (
  db: Db,
  { id, claimedUntil }: Pick<MailRow, 'id' | 'claimedUntil'>,
  change: Change,
) =>
  db
    .update(mails)
    .set({ ...change, claimedUntil: null })
    .where(
      and(
        eq(mails.id, id),
        eq(mails.state, 'waiting'),
        claimedUntil === null ? isNull(mails.claimedUntil) : eq(mails.claimedUntil, claimedUntil),
      ),
    )

export const countFailedSince = (db: Db, time: Date) =>
  db.$count(mails, and(eq(mails.state, 'failed'), gt(mails.settledAt, time)))

/** Deletes mails that were settled before this time: they are not sent again, and no one looks them up any more. */
export const removeSettledBefore = (db: Db, time: Date) => db.delete(mails).where(lt(mails.settledAt, time))

export const remove = (db: Db, id: MailId) => db.delete(mails).where(eq(mails.id, id))

export const removeAllOf = async (db: Db, userId: UserId) => {
  await db.delete(mails).where(eq(mails.userId, userId))
  await db.delete(digestEntries).where(eq(digestEntries.userId, userId))
  await db.delete(reminders).where(eq(reminders.clientId, userId))
}

export const insertDigestEntry = (db: Db, row: typeof digestEntries.$inferInsert) =>
  db.insert(digestEntries).values(row)

/** Returns the people with news that was put off before this time. */
export const listGatherers = async (db: Db, before: Date) => {
  const rows = await db
    .selectDistinct({ userId: digestEntries.userId })
    .from(digestEntries)
    .where(lt(digestEntries.createdAt, before))
  return rows.map(({ userId }) => userId)
}

/**
 * Deletes and returns the news that was put off before this time, oldest first. Of two concurrent calls, one gets it.
 */
export const removeDigestEntries = async (db: Db, userId: UserId, before: Date) => {
  const rows = await db
    .delete(digestEntries)
    .where(and(eq(digestEntries.userId, userId), lt(digestEntries.createdAt, before)))
    .returning()
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Deletes a person's mail about a decision if no attempt to send it has begun. Returns whether there was one. */
export const removeUntried = async (db: Db, userId: UserId, aboutDecision: string) => {
  const isUntried = and(eq(mails.state, 'waiting'), isNull(mails.triedAt))
  const removed = await db
    .delete(mails)
    .where(and(eq(mails.userId, userId), eq(mails.aboutDecision, aboutDecision), isUntried))
    .returning({ id: mails.id })
  return removed.length > 0
}

/** The same for the news that was put off. */
export const removeDigestEntry = async (db: Db, userId: UserId, aboutDecision: string) => {
  const removed = await db
    .delete(digestEntries)
    .where(and(eq(digestEntries.userId, userId), eq(digestEntries.aboutDecision, aboutDecision)))
    .returning({ id: digestEntries.id })
  return removed.length > 0
}

/** Returns the reminders that are new. Of two concurrent calls, one gets each. */
export const insertReminders = async (db: Db, rows: (typeof reminders.$inferInsert)[]) =>
  rows.length === 0 ? [] : db.insert(reminders).values(rows).onConflictDoNothing().returning()

export const listRemindersOf = (db: Db, clientId: UserId) =>
  db.select().from(reminders).where(eq(reminders.clientId, clientId))
