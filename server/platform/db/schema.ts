import { bigint, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ConnectionName } from '#contract/connections.ts'
import type { PaymentProvider } from '#contract/payments/processor.ts'
import { instant } from './columns.ts'

/** The table of rate-limiter-flexible, in its own column names. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

/** Who did what, when and from where. Rows are only ever added. A trigger refuses everything else. */
export const audit = pgTable(
  'audit',
  {
    id: uuid().primaryKey(),
    at: instant().notNull(),
    /** Null if nobody was signed in. */
    actorId: uuid().$type<UserId>(),
    event: text().notNull(),
    /** The person the event is about, if known. */
    subjectId: uuid().$type<UserId>(),
    address: text().notNull(),
    agent: text().notNull(),
    requestId: text().notNull(),
    details: jsonb().$type<Record<string, string>>().notNull(),
  },
  (t) => [index().on(t.subjectId, t.at), index().on(t.at)],
)

/**
 * Refusals, one row for all repeats within a minute. Written only by `note_refusals`, which adds a row or increases its
 * count. A trigger refuses everything else.
 */
export const refusals = pgTable(
  'refusals',
  {
    id: uuid().primaryKey(),
    /** The start of the minute. */
    minute: instant().notNull(),
    event: text().notNull(),
    /** Empty if refusals came from more addresses than are recorded separately. */
    address: text().notNull(),
    /** Null if nobody was signed in. */
    actorId: uuid(),
    /** The account that was targeted, if known. */
    subjectId: uuid(),
    count: integer().notNull(),
    // These are of the first refusal in the minute.
    agent: text().notNull(),
    requestId: text().notNull(),
    details: jsonb().$type<Record<string, string>>().notNull(),
  },
  (t) => [
    unique('refusals_of_a_minute')
      .on(t.minute, t.event, t.address, t.actorId, t.subjectId)
      .nullsNotDistinct(),
    index().on(t.actorId, t.minute),
  ],
)

/**
 * External services that the portal uses: their settings if they were made on the page, and how each service last
 * responded. A service whose settings are given at start has a row only for the latter.
 */
export const connections = pgTable('connections', {
  /** Of a provider whose settings are kept elsewhere, only how it last responded. */
  name: text().primaryKey().$type<ConnectionName | 'identity' | 'sign_on' | 'texts' | PaymentProvider>(),
  /** All settings as JSON, sealed. Null if they were not made on the page. */
  sealedSettings: text(),
  /** When each secret was last entered, in ISO 8601. */
  secretsSetAt: jsonb().$type<Record<string, string>>().notNull().default({}),
  changedAt: instant(),
  changedById: uuid().$type<UserId>(),
  answeredAt: instant(),
  failingSince: instant(),
  failure: text(),
})
