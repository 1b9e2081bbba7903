import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type {
  DeliveryState,
  WebhookDeliveryId,
  WebhookEvent,
  WebhookId,
  WebhookState,
} from '#contract/webhooks.ts'
import { instant } from '#server/platform/db/columns.ts'

/** Where other systems of the firm are told what happens. */
export const webhooks = pgTable('webhooks', {
  id: uuid().primaryKey().$type<WebhookId>(),
  url: text().notNull(),
  events: text().array().$type<WebhookEvent[]>().notNull(),
  state: text().$type<WebhookState>().notNull(),
  /** What deliveries are signed with, sealed for this webhook. */
  sealedSecret: text().notNull(),
  /** The one before, which signs as well until then. */
  sealedOldSecret: text(),
  oldSecretUntil: instant(),
  createdById: uuid().notNull().$type<UserId>(),
  createdAt: instant().notNull(),
  lastDeliveredAt: instant(),
  failingSince: instant(),
})

/** What each is told, written in the transaction of what it tells about. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey().$type<WebhookDeliveryId>(),
    webhookId: uuid()
      .notNull()
      .$type<WebhookId>()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    eventId: uuid().notNull(),
    type: text().notNull(),
    /** The very bytes, which every attempt sends. */
    body: text().notNull(),
    /** Whom it is about; null of a test. */
    clientId: uuid().$type<UserId>(),
    state: text().$type<DeliveryState>().notNull(),
    attempts: integer().notNull().default(0),
    answerStatus: integer(),
    failure: text(),
    createdAt: instant().notNull(),
    dueAt: instant().notNull(),
    /** Until then somebody is sending it. */
    claimedUntil: instant(),
    settledAt: instant(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_once').on(t.webhookId, t.eventId),
    index().on(t.state, t.dueAt),
    index().on(t.clientId),
  ],
)
