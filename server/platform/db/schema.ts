import { bigint, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ConnectionName } from '#contract/connections.ts'
import { instant } from './columns.ts'

/** The table of rate-limiter-flexible, in its own column names. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

/** Who did what, when and from where. Rows are only ever added: a trigger refuses everything else. */
export const audit = pgTable(
  'audit',
  {
    id: uuid().primaryKey(),
    at: instant().notNull(),
    /** Null where nobody was signed in. */
    actorId: uuid(),
    event: text().notNull(),
    /** The person the event is about, where that is known. */
    subjectId: uuid(),
    address: text().notNull(),
    agent: text().notNull(),
    requestId: text().notNull(),
    details: jsonb().$type<Record<string, string>>().notNull(),
  },
  (t) => [index().on(t.subjectId, t.at), index().on(t.at)],
)

/**
 * What was refused to whom: one row for the repeats of a minute. Written by `note_refusals` alone, which adds a row
 * or counts it up; a trigger refuses everything else.
 */
export const refusals = pgTable(
  'refusals',
  {
    id: uuid().primaryKey(),
    /** When its minute began. */
    minute: instant().notNull(),
    event: text().notNull(),
    /** Empty where more came from many addresses than are told apart. */
    address: text().notNull(),
    /** Null where nobody was signed in. */
    actorId: uuid(),
    /** Whose account it was tried on, where that is known. */
    subjectId: uuid(),
    count: integer().notNull(),
    // Of the first one of the minute.
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
 * What the portal uses beyond its own machine: how it is reached, where that was set on the page, and how it was when it
 * was last needed. What was set at the start has a row for the latter alone.
 */
export const connections = pgTable('connections', {
  name: text().primaryKey().$type<ConnectionName>(),
  /** All that was typed, as JSON; null where it was not set on the page. */
  sealedSettings: text(),
  /** When each secret was last typed, in ISO 8601. */
  secretsSetAt: jsonb().$type<Record<string, string>>().notNull().default({}),
  changedAt: instant(),
  changedById: uuid().$type<UserId>(),
  answeredAt: instant(),
  failingSince: instant(),
  failure: text(),
})
