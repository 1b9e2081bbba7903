import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/db/columns.ts'

/** Charges of the sandbox processor, written outside our transactions, like those of a real processor. */
export const sandboxCharges = pgTable('sandbox_charges', {
  key: text().primaryKey(),
  amount: integer().notNull(),
  status: text().$type<'paid' | 'declined'>().notNull(),
  reason: text(),
  reference: text().notNull(),
  createdAt: instant().notNull(),
})
