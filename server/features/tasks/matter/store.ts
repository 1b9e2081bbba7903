import { and, asc, eq, inArray, not, notExists, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/database.ts'
import { isOwn, isSelected, type TaskRows } from '#server/platform/db/task-rows.ts'
import { tasks } from '../schema.ts'
import { shown } from '../store.ts'

const columns = { clientId: tasks.clientId, taskId: tasks.id }

/**
 * Lists the tasks of the people on a matter, each with whether it belongs to this matter and to a step of its template.
 */
export const listOfMatter = (db: Db, rows: TaskRows, stepIds: SQLWrapper) =>
  db
    .select({
      ...shown,
      clientId: tasks.clientId,
      isOfCase: isOwn(columns, rows),
      isStep: sql<boolean>`${inArray(tasks.id, stepIds)}`,
    })
    .from(tasks)
    .where(isSelected(columns, rows))
    .orderBy(asc(tasks.clientId), asc(tasks.position))

export const countOfMatter = (db: Db, rows: TaskRows) => db.$count(tasks, isSelected(columns, rows))

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
