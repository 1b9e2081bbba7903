import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/db/columns.ts'

/** What the sandbox processor was asked to charge: it stands outside our transactions, as a real one does. */
export const sandboxCharges = pgTable('sandbox_charges', {
  key: text().primaryKey(),
  amount: integer().notNull(),
  status: text().$type<'paid' | 'declined'>().notNull(),
  reason: text(),
  reference: text().notNull(),
  createdAt: instant().notNull(),
})
