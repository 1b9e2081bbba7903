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

/** Selects the ids of the clients who joined in this time and finished the onboarding conversation. */
export const joinedAndOnboarded = (db: Db, person: Asking, span: Span): SQLWrapper =>
  db
    .select({ id: users.id })
    .from(users)
    .where(joinedIn(db, person, span, eq(users.isFirstLogin, false)))

/** Selects the ids of the clients that the person may look at, without guests, who never onboard. */
export const withoutGuests = (db: Db, person: Asking): SQLWrapper =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, clientsOf(db, person)), eq(users.isGuest, false)))

/** Counts those who joined in this time and have not finished onboarding: never signed in, or in the conversation. */
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

/** Selects the fee earner of the client of another table's row. */
export const responsibleFor = (clientId: SQLWrapper) =>
  sql`(select ${users.feeEarnerId} from ${users} where ${users.id} = ${clientId})`

/** Counts the clients of each fee earner, among those that the person may look at. */
export const countByFeeEarner = (db: Db, person: Asking) =>
  db
    .select({ personId: users.feeEarnerId, count: count() })
    .from(users)
    .where(and(inArray(users.id, clientsOf(db, person)), eq(users.isGuest, false)))
    .groupBy(users.feeEarnerId)
