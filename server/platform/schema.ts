import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The table of rate-limiter-flexible, in its own column names. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

/** Who did what, when and from where. Rows are only ever added. */
export const audit = pgTable(
  'audit',
  {
    id: uuid().primaryKey(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
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
