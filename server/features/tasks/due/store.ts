import { and, asc, eq, gt, isNotNull, ne, not, or, type SQL } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { isFinished } from '#contract/tasks.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isReached } from '../guest-access/store.ts'
import { tasks } from '../schema.ts'

// The same rule as `isFinished`, negated.
export const isUnfinished = or(asConstant(ne(tasks.status, 'completed')), isNotNull(tasks.reason)) as SQL

/** Whether the matters that a task belongs to let it be done. A payment that has begun goes on in a closed one. */
const isOfOpen = or(not(tasks.isOfClosed), tasks.isBeingPaid) as SQL

/** Whether a client has to do a task now. The indexes of such tasks say the same. */
export const isDue = and(isUnfinished, isOfOpen) as SQL

/** Whether a task is on hold: it isn't finished, and its matters are closed. */
export const isHeld = and(isUnfinished, not(isOfOpen)) as SQL

type Standing = Pick<typeof tasks.$inferSelect, 'status' | 'reason' | 'isOfClosed' | 'isBeingPaid'>

/** The same rule for a row. */
export const isRowHeld = (row: Standing) => !isFinished(row) && row.isOfClosed && !row.isBeingPaid

/** Selects the ids of a client's tasks that are on hold. */
export const selectHeld = (db: Db, clientId: UserId) =>
  db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.clientId, clientId), isHeld))

/** Lists the tasks opened after this time that are due, by client, in template order. */
export const listOpenedSince = (db: Db, time: Date) =>
  db
    .select({
      id: tasks.id,
      clientId: tasks.clientId,
      openedAt: tasks.openedAt,
      reminders: tasks.reminders,
    })
    .from(tasks)
    .where(and(isDue, gt(tasks.openedAt, time), isReached))
    .orderBy(asc(tasks.clientId), asc(tasks.position))
