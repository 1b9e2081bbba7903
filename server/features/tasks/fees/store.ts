import { and, eq, not, notExists, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/database.ts'
import { tasks } from '../schema.ts'

/** Returns a condition on whether a payment of a task has begun, and may still go through. */
export type IsBeingPaid = (db: Db, taskId: SQLWrapper) => SQL

/** Selects the fees that nobody has begun to pay: neither their client nor, if they are shared, another client. */
export const selectUnpaidFees = (db: Db, isBeingPaid: IsBeingPaid) => {
  const other = alias(tasks, 'other')
  const isPaidByAnother = db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.sharedId, tasks.sharedId), isBeingPaid(db, other.id)))
  return db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        sql`${tasks.kind} = 'payment' and ${tasks.status} = 'pending'`,
        not(isBeingPaid(db, tasks.id)),
        notExists(isPaidByAnother),
      ),
    )
}
