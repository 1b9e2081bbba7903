import { and, desc, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm'
import type { SessionId, UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { type Db, prepared } from '#server/platform/db/database.ts'
import { sessions, type TokenPurpose, type TokenSubjects, tokens, users } from '../schema.ts'
import { inspections } from '../staff/schema.ts'
import { hasSecondFactor, rolesHeld } from '../store.ts'

type SessionRow = typeof sessions.$inferInsert

export const insert = (db: Db, row: SessionRow) => db.insert(sessions).values(row)

/** Somebody's roles, and the last day of an auditor's inspection. */
const standing = { role: users.role, roles: rolesHeld, inspectsUntil: inspections.until }

export const findStanding = async (db: Db, userId: UserId) => {
  const [person] = await db
    .select(standing)
    .from(users)
    .leftJoin(inspections, eq(inspections.auditorId, users.id))
    .where(eq(users.id, userId))
  return person ?? null
}

const sessionByToken = prepared((db: Db) =>
  db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      ...standing,
      hasSecondFactor,
      isGuest: users.isGuest,
      startedAt: sessions.startedAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(inspections, eq(inspections.auditorId, users.id))
    .where(and(eq(sessions.tokenHash, sql.placeholder('hash')), isNull(users.deactivatedAt)))
    .prepare('session_by_token'),
)

export const findByToken = async (db: Db, tokenHash: string) => {
  const [session] = await sessionByToken(db, { hash: tokenHash })
  return session ?? null
}

/** Returns how a session was authenticated. Null if the session is over. */
export const findBeginning = async (db: Db, sessionId: SessionId | null) => {
  if (sessionId === null) return null
  const [session] = await db
    .select({ begunBy: sessions.begunBy })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return session?.begunBy ?? null
}

/** Returns when a session began. Null if it is over. */
export const findStart = async (db: Db, sessionId: SessionId | null) => {
  if (sessionId === null) return null
  const [session] = await db
    .select({ startedAt: sessions.startedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return session?.startedAt ?? null
}

/** Lists a person's sessions that began and were last used within these bounds, newest first. */
export const listOf = (
  db: Db,
  userId: UserId,
  { startedAfter, seenAfter, seenUntil }: { startedAfter: Date; seenAfter: Date; seenUntil: Date },
) =>
  db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.startedAt, startedAfter),
        gt(sessions.lastSeenAt, seenAfter),
        lte(sessions.lastSeenAt, seenUntil),
      ),
    )
    .orderBy(desc(sessions.startedAt), desc(sessions.id))
    .limit(pageSize)

export const update = (db: Db, id: SessionId, change: Partial<SessionRow>) =>
  db.update(sessions).set(change).where(eq(sessions.id, id))

export const remove = async (db: Db, userId: UserId, id: SessionId) => {
  const mine = and(eq(sessions.id, id), eq(sessions.userId, userId))
  const [gone] = await db.delete(sessions).where(mine).returning({ id: sessions.id })
  return gone !== undefined
}

/** Ends every session of a person except `keep`. */
export const removeOthers = (db: Db, userId: UserId, keep: SessionId | null) =>
  db
    .delete(sessions)
    .where(
      keep === null ? eq(sessions.userId, userId) : and(eq(sessions.userId, userId), ne(sessions.id, keep)),
    )
    .returning({ id: sessions.id })

export const removeBefore = (db: Db, startedAt: Date) =>
  db.delete(sessions).where(sql`${sessions.startedAt} < ${startedAt.toISOString()}::timestamptz`)

type Row = typeof tokens.$inferInsert

interface Held<P> {
  purpose: P
  tokenHash: string
  now: Date
}

const shown = <P extends TokenPurpose>() => ({
  subjectId: sql<TokenSubjects[P]>`${tokens.subjectId}`,
  facts: tokens.facts,
})
const valid = <P extends TokenPurpose>({ purpose, tokenHash, now }: Held<P>) =>
  and(eq(tokens.tokenHash, tokenHash), eq(tokens.purpose, purpose), gt(tokens.expiresAt, now))

export const insertToken = (db: Db, row: Omit<Row, 'id'>) => db.insert(tokens).values({ id: newId(), ...row })

export const findToken = async <P extends TokenPurpose>(db: Db, held: Held<P>) => {
  const [row] = await db.select(shown<P>()).from(tokens).where(valid(held))
  return row ?? null
}

export const tokenExists = async (db: Db, { tokenHash, now }: Omit<Held<TokenPurpose>, 'purpose'>) =>
  (await db.$count(tokens, and(eq(tokens.tokenHash, tokenHash), gt(tokens.expiresAt, now)))) > 0

/** Deletes the token and returns its row. Of two requests at once, only one gets the row. */
export const claimToken = async <P extends TokenPurpose>(db: Db, held: Held<P>) => {
  const [row] = await db.delete(tokens).where(valid(held)).returning(shown<P>())
  return row ?? null
}

export interface Subject<P extends TokenPurpose> {
  purpose: P
  subjectId: TokenSubjects[P]
}
export const removeToken = <P extends TokenPurpose>(db: Db, { purpose, subjectId }: Subject<P>) =>
  db.delete(tokens).where(and(eq(tokens.subjectId, subjectId), eq(tokens.purpose, purpose)))

export const removeExpiredTokens = (db: Db, now: Date) => db.delete(tokens).where(lte(tokens.expiresAt, now))

/** Ends every session of a person. */
export const removeAllOf = (db: Db, userId: UserId) => db.delete(sessions).where(eq(sessions.userId, userId))
