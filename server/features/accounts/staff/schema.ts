import { date, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import { users } from '../schema.ts'

const person = () => uuid().$type<UserId>()

/** Until when an auditor may read: the day after, they are let in no more. */
export const inspections = pgTable('inspections', {
  auditorId: person()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The last day, as London has it. */
  until: date({ mode: 'string' }).notNull(),
})

/** Whose files an auditor may read. */
export const inspectedClients = pgTable(
  'inspected_clients',
  {
    auditorId: person()
      .notNull()
      .references(() => inspections.auditorId, { onDelete: 'cascade' }),
    clientId: person()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.auditorId, t.clientId] }), index().on(t.clientId)],
)
