import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { HolidayRegion } from '#contract/settings.ts'
import { reuseLimits } from '#contract/settings.ts'

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
  /** How soon a client may expect a reply: "within one working day". */
  expectedReply: text().notNull().default('within one working day'),
  /** The IANA time zone of appointments. */
  timeZone: text().notNull().default('Europe/London'),
  /** The region whose bank holidays the firm observes. */
  holidays: text().$type<HolidayRegion>().notNull().default('england-and-wales'),
  /** Further terms of the client care letter. Empty until the firm enters them. */
  supervisor: text().notNull().default(''),
  feesText: text().notNull().default(''),
  estimateText: text().notNull().default(''),
  /** Whether faces are compared at all, for clients who have agreed to it. */
  isFaceComparisonOn: boolean().notNull().default(true),
  /** Clients may use computers that others use after them, so no browser stores a file. */
  isOnSharedComputers: boolean().notNull().default(false),
  /** For how many months a proof of address, and an identity check, can be reused for another case. */
  addressMonths: integer().notNull().default(reuseLimits.addressMonths),
  identityMonths: integer().notNull().default(reuseLimits.identityMonths),
})

/** Small facts about this installation, such as the secret that signs device cookies. */
export const installation = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})
