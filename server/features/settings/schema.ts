import { boolean, pgTable, text } from 'drizzle-orm/pg-core'

/** The firm that runs this portal: exactly one row. */
export const firm = pgTable('firm', {
  isOnly: boolean().primaryKey().default(true),
  name: text().notNull(),
  regulator: text().notNull(),
  telephone: text().notNull(),
  hours: text().notNull(),
  email: text().notNull(),
  postalAddress: text().notNull(),
  complaintsTo: text().notNull(),
  vatNumber: text(),
  /** Whether faces are compared at all, for clients who have agreed to it. */
  isFaceComparisonOn: boolean().notNull().default(true),
})

/** Small facts about this installation, such as the secret that signs device cookies. */
export const installation = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})
