import { and, asc, count, desc, eq, gt, inArray, lt, notExists, sql, sum } from 'drizzle-orm'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { PaymentId } from '#contract/payments/payments.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type FileScope, isInScope } from '#server/platform/db/file-scope.ts'
import { payments, payoutLines, payouts } from '../schema.ts'

export type PayoutRow = typeof payouts.$inferSelect

/** Newest first. */
export const list = (db: Db) =>
  db.select().from(payouts).orderBy(desc(payouts.arrivesOn), desc(payouts.createdAt)).limit(pageSize)

export const get = async (db: Db, id: string) => {
  const [payout] = await db.select().from(payouts).where(eq(payouts.id, id))
  return payout ?? notFound('payout')
}

export const find = async (db: Db, id: string) => {
  const [payout] = await db.select().from(payouts).where(eq(payouts.id, id))
  return payout ?? null
}

/** Returns the ids among these whose payout will not change any more. */
export const listSettled = async (db: Db, ids: string[]) => {
  const rows = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        inArray(payouts.id, ids),
        inArray(payouts.status, ['paid', 'cancelled']),
        sql`(${payouts.isComplete} or not ${payouts.isAutomatic})`,
      ),
    )
  return rows.map(({ id }) => id)
}

/** Inserts or replaces a payout. */
export const save = (db: Db, row: PayoutRow) =>
  db.insert(payouts).values(row).onConflictDoUpdate({ target: payouts.id, set: row })

export async function replaceLines(db: Db, payoutId: string, lines: (typeof payoutLines.$inferInsert)[]) {
  await db.delete(payoutLines).where(eq(payoutLines.payoutId, payoutId))
  const ids = lines.map(({ id }) => id)
  // After a payout fails, the next one contains its lines.
  if (ids.length > 0) await db.delete(payoutLines).where(inArray(payoutLines.id, ids))
  for (let at = 0; at < lines.length; at += atOnce)
    await db.insert(payoutLines).values(lines.slice(at, at + atOnce))
}
/** The number of rows per statement, which has room for 65,535 values. */
const atOnce = 1000

/** Lists the lines of these payouts, with the payment that each belongs to. */
export const listLines = (db: Db, ids: string[]) =>
  db
    .select({ line: payoutLines, payment: payments })
    .from(payoutLines)
    .innerJoin(payouts, eq(payouts.id, payoutLines.payoutId))
    .leftJoin(
      payments,
      and(eq(payments.processorReference, payoutLines.reference), eq(payments.processor, payouts.processor)),
    )
    .where(inArray(payoutLines.payoutId, ids))
    .orderBy(asc(payoutLines.kind), desc(payoutLines.gross), asc(payoutLines.id))

/** Returns which of these payments the user may not see. */
export const listHidden = async (db: Db, scope: FileScope | undefined, ids: PaymentId[]) => {
  if (scope === undefined || ids.length === 0) return new Set<PaymentId>()
  const columns = { clientId: payments.clientId, taskId: payments.taskId }
  const shown = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.id, ids), isInScope(scope, columns)))
  const isShown = new Set(shown.map(({ id }) => id))
  return new Set(ids.filter((id) => !isShown.has(id)))
}

/**
 * Counts a processor's payments that were completed in a period and are in no payout, with their sum in pence. Leaves
 * out payments before a manual payout, because they may be in it: the processor does not list its lines.
 */
export const countUnpaid = async (
  db: Db,
  { name: processor, account }: { name: string; account: string | null },
  { from, until }: { from: Date; until: Date },
) => {
  const line = db
    .select({ id: payoutLines.id })
    .from(payoutLines)
    .where(and(eq(payoutLines.reference, payments.processorReference), eq(payoutLines.kind, 'payment')))
  const byHand = db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.processor, processor),
        eq(payouts.isAutomatic, false),
        inArray(payouts.status, ['on_its_way', 'paid']),
        gt(payouts.createdAt, payments.completedAt),
      ),
    )
  const [row] = await db
    .select({ count: count(), amount: sum(payments.amount).mapWith(Number) })
    .from(payments)
    .where(
      and(
        eq(payments.processor, processor),
        eq(payments.status, 'completed'),
        // Payments of another account are never in this account's payouts.
        account === null ? undefined : sql`coalesce(${payments.processorAccount}, ${account}) = ${account}`,
        gt(payments.completedAt, from),
        lt(payments.completedAt, until),
        notExists(line),
        notExists(byHand),
      ),
    )
  return { count: row?.count ?? 0, amount: row?.amount ?? 0 }
}
