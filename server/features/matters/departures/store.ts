import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matters } from '../schema.ts'

/** Locks the matters that somebody runs or supervises and that are not over, restricted ones included. */
export const claimHeldBy = (db: Db, personId: UserId) =>
  db
    .select()
    .from(matters)
    .where(
      and(
        or(eq(matters.feeEarnerId, personId), eq(matters.supervisorId, personId)),
        inArray(matters.status, ['pending', 'open']),
      ),
    )
    .orderBy(asc(matters.id))
    .for('update')
