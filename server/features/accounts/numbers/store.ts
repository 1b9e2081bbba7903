import {
  and,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { users } from '../schema.ts'
import { type Asking, clientsOf } from '../scope/store.ts'

interface Span {
  from: Date
  until: Date
}

const joinedIn = (db: Db, person: Asking, { from, until }: Span, condition?: SQL) =>
  and(
    inArray(users.id, clientsOf(db, person)),
    eq(users.isGuest, false),
    gte(users.createdAt, from),
    lt(users.createdAt, until),
    condition,
  )

/** Clients who joined in this time and came through the conversation, by their ids. */
export const joinedAndOnboarded = (db: Db, person: Asking, span: Span): SQLWrapper =>
  db
    .select({ id: users.id })
    .from(users)
    .where(joinedIn(db, person, span, eq(users.isFirstLogin, false)))

/** How many of those who joined in this time have never signed in, and how many are in the conversation. */
export const countBeforeTasks = async (db: Db, person: Asking, span: Span) => {
  const [row] = await db
    .select({
      neverSeen: sql<number>`count(*) filter (where ${isNull(users.lastSeenAt)})`.mapWith(Number),
      inConversation: sql<number>`count(*) filter (where ${isNotNull(users.lastSeenAt)})`.mapWith(Number),
    })
    .from(users)
    .where(joinedIn(db, person, span, eq(users.isFirstLogin, true)))
  return row ?? { neverSeen: 0, inConversation: 0 }
}

/** Who answers for the client of a row of another table. */
export const responsibleFor = (clientId: SQLWrapper) =>
  sql`(select ${users.feeEarnerId} from ${users} where ${users.id} = ${clientId})`

/** How many clients each person answers for, of those that may be seen. */
export const countByFeeEarner = (db: Db, person: Asking) =>
  db
    .select({ personId: users.feeEarnerId, count: count() })
    .from(users)
    .where(and(inArray(users.id, clientsOf(db, person)), eq(users.isGuest, false)))
    .groupBy(users.feeEarnerId)
