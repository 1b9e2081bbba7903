import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matters } from '../schema.ts'
import { isVisibleTo, type MatterReader } from '../store.ts'

const isInCaseloadOf = (personId: UserId) =>
  and(
    or(eq(matters.feeEarnerId, personId), eq(matters.supervisorId, personId)),
    inArray(matters.status, ['pending', 'open']),
  )

/** Lists the matters that somebody runs or supervises and that are not over, as far as this reader may see them. */
export const listCaseload = (db: Db, reader: MatterReader, personId: UserId) =>
  db
    .select()
    .from(matters)
    .where(and(isInCaseloadOf(personId), isVisibleTo(db, reader)))
    .orderBy(asc(matters.reference))

/** Locks the same matters, whoever may see them. */
export const claimCaseload = (db: Db, personId: UserId) =>
  db.select().from(matters).where(isInCaseloadOf(personId)).orderBy(asc(matters.id)).for('update')
