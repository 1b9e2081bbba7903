import { and, asc, desc, eq, gt, inArray, type SQLWrapper } from 'drizzle-orm'
import type { UserId } from '#contract/accounts.ts'
import { pageSize } from '#contract/kit.ts'
import type { PaymentId } from '#contract/payments.ts'
import { notFound } from '#contract/problem.ts'
import type { Db } from '#server/platform/db/database.ts'
import { payments } from '../schema.ts'

const theirs = (clients: SQLWrapper) => inArray(payments.clientId, clients)

/** What is owed back, the oldest first. */
export const listDue = (db: Db, clients: SQLWrapper) =>
  db
    .select()
    .from(payments)
    .where(and(theirs(clients), eq(payments.status, 'refund_due')))
    .orderBy(asc(payments.createdAt))
    .limit(pageSize)

/** What was sent back since, the newest first. */
export const listRefunded = (db: Db, clients: SQLWrapper, since: Date) =>
  db
    .select()
    .from(payments)
    .where(and(theirs(clients), eq(payments.status, 'refunded'), gt(payments.refundedAt, since)))
    .orderBy(desc(payments.refundedAt))
    .limit(pageSize)

export const listOfClient = (db: Db, clientId: UserId) =>
  db.select().from(payments).where(eq(payments.clientId, clientId)).orderBy(desc(payments.id)).limit(pageSize)

/** Takes the row for the rest of the transaction, so that it is sent back once. */
export const claim = async (db: Db, clients: SQLWrapper, id: PaymentId) => {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(theirs(clients), eq(payments.id, id)))
    .for('update')
  return payment ?? notFound('payment')
}
