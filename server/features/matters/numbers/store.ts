import { and, count, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matters } from '../schema.ts'
import { isVisibleTo, type MatterReader } from '../store.ts'

/** Counts the visible open matters by the person in charge: the matter's fee earner, otherwise the client's. */
export const countOpenBy = (
  db: Db,
  reader: MatterReader,
  responsible: (clientId: SQLWrapper) => SQLWrapper,
) => {
  const personId = sql<UserId | null>`coalesce(${matters.feeEarnerId}, ${responsible(matters.clientId)})`
  return db
    .select({ personId, count: count() })
    .from(matters)
    .where(and(isVisibleTo(db, reader), eq(matters.status, 'open')))
    .groupBy(sql`1`)
}
