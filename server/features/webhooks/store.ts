import { and, arrayContains, asc, desc, eq, isNull, lt, lte, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { WebhookDeliveryId, WebhookEvent, WebhookId } from '#contract/webhooks.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUnhidden } from '#server/platform/db/file-scope.ts'
import { webhookDeliveries as deliveries, webhooks } from './schema.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof deliveries.$inferSelect

export const listOf = (db: Db) => db.select().from(webhooks).orderBy(desc(webhooks.id))

/** Returns the webhooks that are on and have subscribed to this event. */
export const listFor = (db: Db, event: WebhookEvent) =>
  db
    .select({ id: webhooks.id, failingSince: webhooks.failingSince })
    .from(webhooks)
    .where(and(eq(webhooks.state, 'on'), arrayContains(webhooks.events, [event])))

export const get = async (db: Db, id: WebhookId): Promise<WebhookRow> => {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id))
  return row ?? notFound('webhook')
}

/** Locks the row for the rest of the transaction. */
export const claim = async (db: Db, id: WebhookId): Promise<WebhookRow> => {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id)).for('update')
  return row ?? notFound('webhook')
}

export const insert = async (db: Db, row: typeof webhooks.$inferInsert): Promise<WebhookRow> => {
  const [kept] = await db.insert(webhooks).values(row).returning()
  return kept ?? notFound('webhook')
}

export const update = async (
  db: Db,
  id: WebhookId,
  change: Partial<typeof webhooks.$inferInsert>,
): Promise<WebhookRow> => {
  const [row] = await db.update(webhooks).set(change).where(eq(webhooks.id, id)).returning()
  return row ?? notFound('webhook')
}

export const remove = async (db: Db, id: WebhookId) => {
  const gone = await db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id })
  return gone.length > 0
}

export const insertDelivery = async (db: Db, row: typeof deliveries.$inferInsert): Promise<DeliveryRow> => {
  const [kept] = await db.insert(deliveries).values(row).returning()
  return kept ?? notFound('delivery')
}

interface DeliveryFilter {
  /** Selects the ids of the cases that the reader may not know of. */
  hidden?: SQLWrapper | undefined
  before?: WebhookDeliveryId | undefined
}

export const listDeliveries = (db: Db, webhookId: WebhookId, { hidden, before }: DeliveryFilter = {}) =>
  db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.webhookId, webhookId),
        isUnhidden(hidden, deliveries.matterId),
        before === undefined ? undefined : lt(deliveries.id, before),
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(pageSize)

export const claimDelivery = async (
  db: Db,
  hidden: SQLWrapper | undefined,
  id: WebhookDeliveryId,
): Promise<DeliveryRow> => {
  const isOne = and(eq(deliveries.id, id), isUnhidden(hidden, deliveries.matterId))
  const [row] = await db.select().from(deliveries).where(isOne).for('update')
  return row ?? notFound('delivery')
}

const isFree = (now: Date) => or(isNull(deliveries.claimedUntil), lte(deliveries.claimedUntil, now))
const isDue = (now: Date) => and(eq(deliveries.state, 'waiting'), lte(deliveries.dueAt, now), isFree(now))

/** Claims a delivery that is due. Null if it is not due, or another process is sending it. */
export const claimDue = async (
  db: Db,
  id: WebhookDeliveryId,
  { now, until }: { now: Date; until: Date },
): Promise<DeliveryRow | null> => {
  const [row] = await db
    .update(deliveries)
    .set({ attempts: sql`${deliveries.attempts} + 1`, claimedUntil: until })
    .where(and(eq(deliveries.id, id), isDue(now)))
    .returning()
  return row ?? null
}

/** Returns the oldest deliveries of each webhook, so that a failing webhook does not hold up the others. */
export const listDue = async (db: Db, now: Date) => {
  const place = sql<number>`row_number() over (partition by ${deliveries.webhookId} order by ${deliveries.dueAt}, ${deliveries.id})`
  const due = db
    .select({
      id: deliveries.id,
      webhookId: deliveries.webhookId,
      dueAt: deliveries.dueAt,
      place: place.as('place'),
    })
    .from(deliveries)
    .where(isDue(now))
    .as('due')
  return db
    .select({ id: due.id, webhookId: due.webhookId })
    .from(due)
    .where(lte(due.place, atOnce))
    .orderBy(asc(due.place), asc(due.dueAt), asc(due.id))
    .limit(pageSize)
}

/** The most deliveries of one webhook that are listed at once. */
const atOnce = 20

/** Settles an attempt. Returns false if a later attempt has begun. */
export const updateAttempt = async (
  db: Db,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  change: Partial<typeof deliveries.$inferInsert>,
) => {
  const isSame = and(
    eq(deliveries.id, id),
    eq(deliveries.state, 'waiting'),
    eq(deliveries.attempts, attempts),
  )
  const rows = await db
    .update(deliveries)
    .set({ ...change, claimedUntil: null })
    .where(isSame)
    .returning({ id: deliveries.id })
  return rows.length > 0
}

export const updateDelivery = async (
  db: Db,
  id: WebhookDeliveryId,
  change: Partial<typeof deliveries.$inferInsert>,
): Promise<DeliveryRow> => {
  const [row] = await db.update(deliveries).set(change).where(eq(deliveries.id, id)).returning()
  return row ?? notFound('delivery')
}

/** Changes the deliveries that wait for a webhook, which are not sent once it is off. */
export const updateWaitingOf = (
  db: Db,
  webhookId: WebhookId,
  change: Partial<typeof deliveries.$inferInsert>,
) =>
  db
    .update(deliveries)
    .set({ ...change, claimedUntil: null })
    .where(and(eq(deliveries.webhookId, webhookId), eq(deliveries.state, 'waiting')))

export const removeSettledBefore = (db: Db, time: Date) =>
  db.delete(deliveries).where(lt(deliveries.settledAt, time))

export const removeAllOf = (db: Db, clientId: UserId) =>
  db.delete(deliveries).where(eq(deliveries.clientId, clientId))
