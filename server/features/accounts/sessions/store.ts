import { and, desc, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts.ts'
import { pageSize } from '#contract/kit.ts'
import { type Db, prepared } from '#server/platform/db/database.ts'
import { sessions, users } from '../schema.ts'

type SessionRow = typeof sessions.$inferInsert
type SessionId = typeof sessions.$inferSelect.id

export const insert = (db: Db, row: SessionRow) => db.insert(sessions).values(row)

const sessionByToken = prepared((db: Db) =>
  db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      role: users.role,
      startedAt: sessions.startedAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('hash')), isNull(users.deactivatedAt)))
    .prepare('session_by_token'),
)

export const findByToken = async (db: Db, tokenHash: string) => {
  const [session] = await sessionByToken(db, { hash: tokenHash })
  return session ?? null
}

/** How a session was begun; null where it is over. */
export const findBeginning = async (db: Db, sessionId: string | null) => {
  const [session] = await db
    .select({ begunBy: sessions.begunBy })
    .from(sessions)
    .where(eq(sessions.id, sessionId as SessionId))
  return session?.begunBy ?? null
}

/** When a session was begun; null where it is over. */
export const findStart = async (db: Db, sessionId: string | null) => {
  const [session] = await db
    .select({ startedAt: sessions.startedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId as SessionId))
  return session?.startedAt ?? null
}

/** The sessions of a person that began and were last used after these times, newest first. */
export const listOf = (
  db: Db,
  userId: string,
  { startedAfter, seenAfter, seenUntil }: { startedAfter: Date; seenAfter: Date; seenUntil: Date },
) =>
  db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId as UserId),
        gt(sessions.startedAt, startedAfter),
        gt(sessions.lastSeenAt, seenAfter),
        lte(sessions.lastSeenAt, seenUntil),
      ),
    )
    .orderBy(desc(sessions.startedAt), desc(sessions.id))
    .limit(pageSize)

export const update = (db: Db, id: string, change: Partial<SessionRow>) =>
  db
    .update(sessions)
    .set(change)
    .where(eq(sessions.id, id as SessionId))

export const remove = async (db: Db, userId: string, id: string) => {
  const mine = and(eq(sessions.id, id as SessionId), eq(sessions.userId, userId as UserId))
  const [gone] = await db.delete(sessions).where(mine).returning({ id: sessions.id })
  return gone !== undefined
}

/** Ends every session of a person but one. */
export const removeOthers = (db: Db, userId: string, keep: string | null) =>
  db
    .delete(sessions)
    .where(
      keep === null
        ? eq(sessions.userId, userId as UserId)
        : and(eq(sessions.userId, userId as UserId), ne(sessions.id, keep as SessionId)),
    )
    .returning({ id: sessions.id })

export const removeBefore = (db: Db, startedAt: Date) =>
  db.delete(sessions).where(sql`${sessions.startedAt} < ${startedAt.toISOString()}::timestamptz`)
