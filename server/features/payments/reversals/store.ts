import { and, desc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { PaymentId } from '#contract/payments/payments.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { HostedRefund } from '#server/platform/ports/hosted-payments.ts'
import { paymentRefunds, payments, type RefundId } from '../schema.ts'

export type RefundRow = typeof paymentRefunds.$inferSelect

/** The payment that a processor knows by this reference, whosever it is. */
export const findByReference = async (db: Db, processor: string, reference: string) => {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.processor, processor), eq(payments.processorReference, reference)))
  return payment ?? null
}

export const insertRefund = async (db: Db, row: typeof paymentRefunds.$inferInsert) => {
  const [refund] = await db.insert(paymentRefunds).values(row).returning()
  return refund ?? notFound('refund')
}

export const updateRefund = (db: Db, id: RefundId, change: Partial<RefundRow>) =>
  db.update(paymentRefunds).set(change).where(eq(paymentRefunds.id, id))

/** The row of what the processor tells: by its own id, or by the key that it was sent with. */
export const findRefund = async (
  db: Db,
  { paymentId, refund }: { paymentId: PaymentId; refund: HostedRefund },
) => {
  const same: (SQL | undefined)[] = [refund.id ? eq(paymentRefunds.reference, refund.id) : undefined]
  // A key comes from outside: it is compared as a text.
  if (refund.key !== null) same.push(sql`${paymentRefunds.id}::text = ${refund.key}`)
  const [row] = await db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, paymentId), or(...same)))
  return row ?? null
}

/** Newest first. */
export const listRefundsOf = (db: Db, paymentIds: PaymentId[]) =>
  db
    .select()
    .from(paymentRefunds)
    .where(inArray(paymentRefunds.paymentId, paymentIds))
    .orderBy(desc(paymentRefunds.createdAt), desc(paymentRefunds.id))

/** Refunds without an answer that were begun by then, with their payments; in no order, so that none holds up another. */
export const listSending = (db: Db, until: Date) =>
  db
    .select({ refund: paymentRefunds, payment: payments })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(and(eq(paymentRefunds.status, 'sending'), lte(paymentRefunds.createdAt, until)))
    .orderBy(sql`random()`)
    .limit(pageSize)

/** The charges of one processor of which something is still on its way back. */
export const listToFollow = async (db: Db, processor: string) => {
  const onTheirWay = db
    .select({ id: paymentRefunds.paymentId })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.status, 'pending'))
  const rows = await db
    .select({ reference: payments.processorReference })
    .from(payments)
    .where(and(eq(payments.processor, processor), inArray(payments.id, onTheirWay)))
    .orderBy(sql`random()`)
    .limit(pageSize)
  return rows.flatMap(({ reference }) => reference ?? [])
}
