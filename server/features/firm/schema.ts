import { jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { InvitationId, WantedInspection } from '#contract/firm/people.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import { instant } from '#server/platform/db/columns.ts'

/** Who was invited and has not joined: joining or withdrawing takes the row away. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().$type<InvitationId>(),
    email: text().notNull(),
    emailKey: text().notNull(),
    /** The main role that they will hold. */
    role: text().$type<StaffRole>().notNull(),
    otherRoles: text().array().$type<StaffRole[]>().notNull().default([]),
    /** What they will read, where they come as an auditor. */
    inspection: jsonb().$type<WantedInspection>(),
    invitedById: uuid().$type<UserId>().notNull(),
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('invitations_email').on(t.emailKey)],
)
