import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type {
  DeliveryState,
  WebhookDeliveryId,
  WebhookEvent,
  WebhookId,
  WebhookState,
} from '#contract/webhooks.ts'
import { instant } from '#server/platform/db/columns.ts'

/** Addresses at which other systems of the firm are told of events. */
export const webhooks = pgTable('webhooks', {
  id: uuid().primaryKey().$type<WebhookId>(),
  url: text().notNull(),
  events: text().array().$type<WebhookEvent[]>().notNull(),
  state: text().$type<WebhookState>().notNull(),
  /** The secret that signs deliveries, sealed for this webhook. */
  sealedSecret: text().notNull(),
  /** The previous secret, which also signs until `oldSecretUntil`. */
  sealedOldSecret: text(),
  oldSecretUntil: instant(),
  createdById: uuid().notNull().$type<UserId>(),
  createdAt: instant().notNull(),
  lastDeliveredAt: instant(),
  failingSince: instant(),
})

/** A delivery to one webhook, written in the transaction of the event that it reports. */
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
    /** The exact body, which every attempt sends. */
    body: text().notNull(),
    /** The client that it is about. Null for a test. */
    clientId: uuid().$type<UserId>(),
    /** The matter that it is of, also where the body doesn't name it. It may be restricted later. */
    matterId: uuid().$type<MatterId>(),
    state: text().$type<DeliveryState>().notNull(),
    attempts: integer().notNull().default(0),
    answerStatus: integer(),
    failure: text(),
    createdAt: instant().notNull(),
    dueAt: instant().notNull(),
    /** Until then, another process is sending it. */
    claimedUntil: instant(),
    settledAt: instant(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_once').on(t.webhookId, t.eventId),
    index().on(t.state, t.dueAt),
    index().on(t.clientId),
  ],
)
