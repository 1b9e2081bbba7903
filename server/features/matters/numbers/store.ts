import { and, count, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matters } from '../schema.ts'
import { type Owners, of } from '../store.ts'

/** How many open matters each person is in charge of, of those that may be known: the client's where none is named. */
export const countOpenBy = (db: Db, owners: Owners, responsible: (clientId: SQLWrapper) => SQLWrapper) => {
  const personId = sql<UserId | null>`coalesce(${matters.feeEarnerId}, ${responsible(matters.clientId)})`
  return db
    .select({ personId, count: count() })
    .from(matters)
    .where(and(of(db, owners), eq(matters.status, 'open')))
    .groupBy(sql`1`)
}
