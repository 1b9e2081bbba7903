import { and, asc, desc, eq, gt, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { PaymentId } from '#contract/payments/payments.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type FileScope, isInScopeOfFew } from '#server/platform/db/file-scope.ts'
import type { OrPlaceholders } from '#server/platform/db/placeholders.ts'
import { waitingCounts } from '#server/platform/db/waiting-rows.ts'
import type { HostedRefund } from '#server/platform/ports/hosted-payments.ts'
import { paymentDisputes, paymentRefunds, payments, type RefundId } from '../schema.ts'

export type RefundRow = typeof paymentRefunds.$inferSelect

/** Finds the payment with this reference of a processor, of any client. */
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

/** Finds the row of a refund that the processor reports, by the processor's id or by the key it was sent with. */
export const findRefund = async (
  db: Db,
  { paymentId, refund }: { paymentId: PaymentId; refund: HostedRefund },
) => {
  const same: (SQL | undefined)[] = [refund.id ? eq(paymentRefunds.reference, refund.id) : undefined]
  // The key comes from outside and may not be a UUID, so it is compared as text.
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

/**
 * Lists refunds without a response that were started by this time, with their payments. The order is random, so that
 * none can hold up the others.
 */
export const listSending = (db: Db, until: Date) =>
  db
    .select({ refund: paymentRefunds, payment: payments })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(and(eq(paymentRefunds.status, 'sending'), lte(paymentRefunds.createdAt, until)))
    .orderBy(sql`random()`)
    .limit(pageSize)

const isOpen = inArray(paymentDisputes.status, ['needs_response', 'under_review'])

/** Lists the charges of one account at a processor that have a pending refund or an open dispute. */
export const listToFollow = async (db: Db, { name, account }: { name: string; account: string | null }) => {
  const onTheirWay = db
    .select({ id: paymentRefunds.paymentId })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.status, 'pending'))
  const claimed = db.select({ id: paymentDisputes.paymentId }).from(paymentDisputes).where(isOpen)
  const rows = await db
    .select({ reference: payments.processorReference })
    .from(payments)
    .where(
      and(
        eq(payments.processor, name),
        account === null ? undefined : sql`coalesce(${payments.processorAccount}, ${account}) = ${account}`,
        or(inArray(payments.id, onTheirWay), inArray(payments.id, claimed)),
      ),
    )
    .orderBy(sql`random()`)
    .limit(pageSize)
  return rows.flatMap(({ reference }) => reference ?? [])
}

/** Saves a dispute, unless a newer report is stored. Returns whether its status changed. */
export const saveDispute = async (db: Db, row: typeof paymentDisputes.$inferInsert) => {
  const [known] = await db.select().from(paymentDisputes).where(eq(paymentDisputes.id, row.id))
  if (known && known.askedAt > row.askedAt) return false
  await db.insert(paymentDisputes).values(row).onConflictDoUpdate({ target: paymentDisputes.id, set: row })
  return known?.status !== row.status
}

/** Newest first. */
export const listDisputesOf = (db: Db, paymentIds: PaymentId[]) =>
  db
    .select()
    .from(paymentDisputes)
    .where(inArray(paymentDisputes.paymentId, paymentIds))
    .orderBy(desc(paymentDisputes.openedAt), desc(paymentDisputes.id))

/** Lists disputed payments in this scope: first the open disputes, then those closed since. */
export const listClaimed = async (db: Db, scope: FileScope, since: Date) => {
  const rows = await db
    .select({ payment: payments, status: paymentDisputes.status })
    .from(paymentDisputes)
    .innerJoin(payments, eq(payments.id, paymentDisputes.paymentId))
    .where(and(isInScopeOfFew(scope, payments), or(isOpen, gt(paymentDisputes.closedAt, since))))
    .orderBy(
      sql`${paymentDisputes.closedAt} is not null`,
      asc(paymentDisputes.respondBy),
      desc(paymentDisputes.closedAt),
    )
    .limit(pageSize)
  return [...new Map(rows.map(({ payment }) => [payment.id, payment])).values()]
}

/** Lists disputes that the firm has to respond to, the earliest deadline first. */
export const listToAnswer = (
  db: Db,
  scope: FileScope,
  { now, limit }: OrPlaceholders<{ now: Date; limit: number }>,
) => {
  const { respondBy, openedAt } = paymentDisputes
  const { id, clientId, title } = payments
  const since = sql<Date>`coalesce(${respondBy}, ${openedAt})`.mapWith(respondBy)
  const isLate = lt(respondBy, now)
  return db
    .select({
      id,
      clientId,
      title,
      since,
      isLate: sql<boolean>`coalesce(${isLate}, false)`,
      ...waitingCounts(isLate),
    })
    .from(paymentDisputes)
    .innerJoin(payments, eq(payments.id, paymentDisputes.paymentId))
    .where(and(isInScopeOfFew(scope, payments), eq(paymentDisputes.status, 'needs_response')))
    .orderBy(asc(since), asc(id))
    .limit(limit)
}
