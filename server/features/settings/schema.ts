import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import type { HolidayRegion } from '#contract/settings.ts'

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
  /** How soon a client may expect an answer, in words: "within one working day". */
  expectedReply: text().notNull().default('within one working day'),
  /** An IANA zone: the hours of appointments are this zone's. */
  timeZone: text().notNull().default('Europe/London'),
  /** Whose bank holidays the firm keeps. */
  holidays: text().$type<HolidayRegion>().notNull().default('england-and-wales'),
  /** What the client care letter says besides; empty where the firm has not said yet. */
  supervisor: text().notNull().default(''),
  feesText: text().notNull().default(''),
  estimateText: text().notNull().default(''),
  /** Whether faces are compared at all, for clients who have agreed to it. */
  isFaceComparisonOn: boolean().notNull().default(true),
  /** Clients may sit at computers that others use after them: no browser keeps a file. */
  isOnSharedComputers: boolean().notNull().default(false),
})

/** Small facts about this installation, such as the secret that signs device cookies. */
export const installation = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})
