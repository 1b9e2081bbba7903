import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, ne, sql, sum } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { Payment, PaymentId } from '#contract/payments/payments.ts'
import { hostedProcessors, type PaymentProvider, testProcessors } from '#contract/payments/processor.ts'
import type { TaskId } from '#contract/tasks.ts'
import { asConstant } from '#server/platform/db/constant.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type FileScope, isInScopeOfFew, isUnhidden } from '#server/platform/db/file-scope.ts'
import { openAmong } from '#server/platform/db/guarded-links.ts'
import { listSelected, type TaskRows } from '#server/platform/db/task-rows.ts'
import { type WaitingParams, waitingCounts } from '#server/platform/db/waiting-rows.ts'
import { paymentEvents, paymentReceipts, payments } from './schema.ts'

export type PaymentRow = typeof payments.$inferSelect
type Change = Partial<typeof payments.$inferInsert>

const shown = {
  id: payments.id,
  taskId: payments.taskId,
  title: payments.title,
  description: payments.description,
  amount: payments.amount,
  vat: payments.vat,
  currency: payments.currency,
  paymentMethod: payments.paymentMethod,
  status: payments.status,
  reason: payments.reason,
  refundedAmount: payments.refundedAmount,
  account: payments.account,
  isTest: sql<boolean>`${inArray(payments.processor, [...testProcessors])}`,
  receiptNumber: payments.receiptNumber,
  createdAt: payments.createdAt,
  completedAt: payments.completedAt,
}

const of = (clientId: UserId) => eq(payments.clientId, clientId)

export const listOf = (db: Db, clientId: UserId, before?: PaymentId): Promise<Payment[]> =>
  db
    .select(shown)
    .from(payments)
    .where(before === undefined ? of(clientId) : and(of(clientId), lt(payments.id, before)))
    .orderBy(desc(payments.id))
    .limit(pageSize)

export const get = async (db: Db, clientId: UserId, id: PaymentId) => {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(of(clientId), eq(payments.id, id)))
  return payment ?? notFound('payment')
}

/** As its client sees it. */
export const getShown = async (db: Db, clientId: UserId, id: PaymentId): Promise<Payment> => {
  const [payment] = await db
    .select(shown)
    .from(payments)
    .where(and(of(clientId), eq(payments.id, id)))
  return payment ?? notFound('payment')
}

/** Finds the payment that this client sent with a key. Other clients' keys are separate. */
export const findByKey = async (db: Db, clientId: UserId, key: string) => {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(of(clientId), eq(payments.idempotencyKey, key)))
  return payment ?? null
}

const isStanding = inArray(payments.status, ['completed', 'open', 'checking', 'disputed'])

/** Lists the payments that have paid one of these tasks, or still may. */
export const listStanding = (db: Db, taskIds: readonly TaskId[]): Promise<PaymentRow[]> =>
  taskIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(payments)
        .where(and(inArray(payments.taskId, [...taskIds]), isStanding))

export const findStanding = async (db: Db, taskIds: TaskId[]) => (await listStanding(db, taskIds))[0] ?? null

/**
 * Lists payments of one processor that were started by this time and have no response yet. The order is random, so that
 * none can hold up the others.
 */
export const listChecking = (db: Db, processor: string, until: Date) =>
  db
    .select()
    .from(payments)
    .where(
      and(eq(payments.status, 'checking'), eq(payments.processor, processor), lte(payments.createdAt, until)),
    )
    .orderBy(sql`random()`)
    .limit(pageSize)

/** Lists recent failed payments, because a processor may learn of a charge after the portal has given it up. */
export const listGivenUp = (db: Db, processor: string, since: Date) =>
  db
    .select()
    .from(payments)
    .where(
      and(eq(payments.status, 'failed'), eq(payments.processor, processor), gt(payments.createdAt, since)),
    )
    .orderBy(sql`random()`)
    .limit(pageSize)

/** Lists unsettled payments on processors' pages. The order is random, so that none can hold up the others. */
export const listOnPages = (db: Db, until: Date) =>
  db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.status, ['open', 'checking']),
        inArray(payments.processor, [...hostedProcessors]),
        lte(payments.createdAt, until),
      ),
    )
    .orderBy(sql`random()`)
    .limit(pageSize)

/** Counts the unanswered payments that were started between two times. */
export const countChecking = async (db: Db, processor: string, { from, to }: { from: Date; to: Date }) => {
  const isUnanswered = and(eq(payments.status, 'checking'), eq(payments.processor, processor))
  const [row] = await db
    .select({ unanswered: count() })
    .from(payments)
    .where(and(isUnanswered, gt(payments.createdAt, from), lt(payments.createdAt, to)))
  return row?.unanswered ?? 0
}

/** Finds a payment of any client, for events and jobs of the processor. */
export const find = async (db: Db, id: PaymentId) => {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id))
  return payment ?? notFound('payment')
}

/** Finds the payment for which a page of one processor was opened. */
export const findByCheckout = async (db: Db, processor: string, checkoutId: string) => {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.processor, processor), eq(payments.checkoutId, checkoutId)))
  return payment ?? null
}

/** Returns the payment with this id, if it exists. */
export const listById = (db: Db, id: PaymentId) => db.select().from(payments).where(eq(payments.id, id))

/** Locks the row for the rest of the transaction, so that it is settled only once. */
export const claim = async (db: Db, id: PaymentId) => {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id)).for('update')
  return payment ?? notFound('payment')
}

export const insert = async (db: Db, row: typeof payments.$inferInsert): Promise<PaymentRow> => {
  const [payment] = await db.insert(payments).values(row).returning()
  return payment ?? notFound('payment')
}

export const update = async (db: Db, id: PaymentId, change: Change): Promise<PaymentRow> => {
  const [payment] = await db.update(payments).set(change).where(eq(payments.id, id)).returning()
  return payment ?? notFound('payment')
}

/** Whether money of this client may be on its way. */
export const isAnyChecking = async (db: Db, clientId: UserId) => {
  const [row] = await db
    .select({ unanswered: count() })
    .from(payments)
    .where(and(of(clientId), inArray(payments.status, ['open', 'checking'])))
  return (row?.unanswered ?? 0) > 0
}

export const removeAllOf = (db: Db, clientId: UserId) => db.delete(payments).where(of(clientId))

/**
 * Returns the next number of a year, from 1. Concurrent transactions wait until this one ends, so that no number is
 * skipped.
 */
export const insertReceipt = async (db: Db, year: number) => {
  const [row] = await db
    .insert(paymentReceipts)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: paymentReceipts.year, set: { last: sql`${paymentReceipts.last} + 1` } })
    .returning()
  return row?.last ?? notFound('receipt')
}

/** Each list is of the few that wait, or were refunded lately. */
const theirs = (scope: FileScope) => isInScopeOfFew(scope, payments)

/** Lists payments whose refund is due or pending, oldest first. */
export const listDue = (db: Db, scope: FileScope) =>
  db
    .select()
    .from(payments)
    .where(and(theirs(scope), asConstant(inArray(payments.status, ['refund_due', 'refunding']))))
    .orderBy(asc(payments.createdAt))
    .limit(pageSize)

/** Lists the refunds that have been due longest. */
export const listLongestDue = (db: Db, scope: FileScope, { lateBefore, limit }: WaitingParams) => {
  const { id, clientId, title, createdAt } = payments
  return db
    .select({ id, clientId, title, since: createdAt, ...waitingCounts(lt(createdAt, lateBefore)) })
    .from(payments)
    .where(and(theirs(scope), asConstant(eq(payments.status, 'refund_due'))))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
}

/** Lists payments refunded since, newest first. */
export const listRefunded = (db: Db, scope: FileScope, since: Date) =>
  db
    .select()
    .from(payments)
    .where(and(theirs(scope), eq(payments.status, 'refunded'), gt(payments.refundedAt, since)))
    .orderBy(desc(payments.refundedAt))
    .limit(pageSize)

export const listRowsOf = (db: Db, { hidden }: FileScope, clientId: UserId) =>
  db
    .select()
    .from(payments)
    .where(and(of(clientId), isUnhidden(hidden, payments.taskId)))
    .orderBy(desc(payments.id))
    .limit(pageSize)

/** Lists the payments of the people on a matter. */
export const listOfMatter = (db: Db, rows: TaskRows) => listSelected(db, payments, rows)

/** Returns a condition on a payment's id: whether this person of the firm may open it. */
export const openTo = (db: Db, scope: FileScope) =>
  openAmong(db, { table: payments, id: payments.id, theirs: theirs(scope) })

/** Locks the row for the rest of the transaction, so that it is refunded only once. */
export const claimVisible = async (db: Db, scope: FileScope, id: PaymentId) => {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(theirs(scope), eq(payments.id, id)))
    .for('update')
  return payment ?? notFound('payment')
}

/**
 * Counts a processor's unfinished payments that keys of the account `next` could not finish, with their sum in pence:
 * all of them if it is null. A payment without an account counts as started in `last`, if that is known.
 */
export const countLeft = async (
  db: Db,
  processor: string,
  { next, last }: { next: string | null; last: string | null },
) => {
  const begunIn = sql`coalesce(${payments.processorAccount}, ${last ?? next})`
  const [row] = await db
    .select({ count: count(), amount: sum(payments.amount).mapWith(Number) })
    .from(payments)
    .where(
      and(
        eq(payments.processor, processor),
        inArray(payments.status, ['open', 'checking', 'refunding', 'disputed']),
        next === null ? undefined : ne(begunIn, next),
      ),
    )
  return { count: row?.count ?? 0, amount: row?.amount ?? 0 }
}

/** Records this account on payments that have none. */
export const markAccount = (db: Db, processor: string, account: string) =>
  db
    .update(payments)
    .set({ processorAccount: account })
    .where(and(eq(payments.processor, processor), isNull(payments.processorAccount)))

/** Inserts an event. Returns whether it is new. */
export const insertEvent = async (db: Db, row: typeof paymentEvents.$inferInsert) => {
  const added = await db.insert(paymentEvents).values(row).onConflictDoNothing().returning()
  return added.length > 0
}

export const lastEventAt = async (db: Db, provider: PaymentProvider) => {
  const [row] = await db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.provider, provider))
    .orderBy(desc(paymentEvents.receivedAt))
    .limit(1)
  return row?.receivedAt ?? null
}

export const removeEventsBefore = (db: Db, until: Date) =>
  db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, until))
