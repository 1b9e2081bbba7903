import { and, asc, eq, inArray, not, notExists, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, prepared } from '#server/platform/db/database.ts'
import { isOwn, isSelected, type TaskRows } from '#server/platform/db/task-rows.ts'
import { isReached } from '../guest-access/store.ts'
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

const isUnpaidFee = sql`${tasks.kind} = 'payment' and ${tasks.status} = 'pending'`

/** Whether nobody pays a task at this moment: neither its client nor, if it is shared, another client. */
const isPaidByNobody = (db: Db, isBeingPaid: IsBeingPaid) => {
  const other = alias(tasks, 'other')
  const isPaidByAnother = db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.sharedId, tasks.sharedId), isBeingPaid(db, other.id)))
  return and(not(isBeingPaid(db, tasks.id)), notExists(isPaidByAnother))
}

/** Selects the fees that nobody has begun to pay. */
export const selectUnpaidFees = (db: Db, isBeingPaid: IsBeingPaid) =>
  db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(isUnpaidFee, isPaidByNobody(db, isBeingPaid)))

/** Returns a condition on whether a task belongs to closed matters and no other. */
export type IsOnlyOfClosed = (db: Db, taskId: SQLWrapper) => SQL

/**
 * Returns a condition on whether a task is a fee that is not due, because it is unpaid and its matter is closed. It is
 * looked at in this order: few unpaid fees are of a closed matter.
 */
export const isHeldFee = (
  db: Db,
  { isBeingPaid, isOnlyOfClosed }: { isBeingPaid: IsBeingPaid; isOnlyOfClosed: IsOnlyOfClosed },
) => and(isUnpaidFee, isOnlyOfClosed(db, tasks.id), isPaidByNobody(db, isBeingPaid)) as SQL

/** Returns a condition on whether a row of the tasks is a fee that is not due. */
export type IsHeld = (db: Db) => SQL

/** Lists a client's tasks without fees that are not due, in one statement, because every page needs it. */
export const dueTasksOf = (isHeld: IsHeld) =>
  prepared((db: Db) =>
    db
      .select(shown)
      .from(tasks)
      .where(and(eq(tasks.clientId, sql.placeholder('client')), not(isHeld(db)), isReached))
      .orderBy(asc(tasks.position))
      .prepare('due_tasks_of_client'),
  )
