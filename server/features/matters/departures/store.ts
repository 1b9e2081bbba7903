import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matters } from '../schema.ts'
import { isVisibleTo, type MatterReader } from '../store.ts'

const isHeldBy = (personId: UserId) =>
  and(
    or(eq(matters.feeEarnerId, personId), eq(matters.supervisorId, personId)),
    inArray(matters.status, ['pending', 'open']),
  )

/** Lists the same matters as `claimHeldBy`, as far as this reader may see them. */
export const listHeldBy = (db: Db, reader: MatterReader, personId: UserId) =>
  db
    .select()
    .from(matters)
    .where(and(isHeldBy(personId), isVisibleTo(db, reader)))
    .orderBy(asc(matters.reference))

/** Locks the matters that somebody runs or supervises and that are not over, restricted ones included. */
export const claimHeldBy = (db: Db, personId: UserId) =>
  db.select().from(matters).where(isHeldBy(personId)).orderBy(asc(matters.id)).for('update')
