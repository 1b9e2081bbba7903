import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { PartyId } from '#contract/matters/party.ts'
import { instant } from '#server/platform/db/columns.ts'

/** The access of a party without an account. Its link is in the tokens table, and its code is stored only as a hash. */
export const guests = pgTable(
  'guests',
  {
    id: uuid().primaryKey(),
    matterId: uuid().notNull().$type<MatterId>(),
    partyId: uuid().notNull().$type<PartyId>(),
    /** The user who owns the tasks and documents. */
    userId: uuid().notNull().$type<UserId>(),
    codeHash: text().notNull(),
    /** Counted before a code is checked, so that concurrent guesses count too. */
    wrongCodes: integer().notNull().default(0),
    invitedById: uuid().notNull().$type<UserId>(),
    invitedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('guests_party').on(t.partyId), index().on(t.matterId), index().on(t.userId)],
)
