import { jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { InvitationId } from '#contract/firm/people.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import type { InspectionScope } from '#server/features/accounts/service.ts'
import { instant } from '#server/platform/db/columns.ts'

/** Open invitations. Joining or withdrawing deletes the row. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().$type<InvitationId>(),
    email: text().notNull(),
    emailKey: text().notNull(),
    /** The main role that they will have. */
    role: text().$type<StaffRole>().notNull(),
    otherRoles: text().array().$type<StaffRole[]>().notNull().default([]),
    /** The cases they may read, if they are invited as an auditor. */
    inspection: jsonb().$type<InspectionScope>(),
    invitedById: uuid().$type<UserId>().notNull(),
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('invitations_email').on(t.emailKey)],
)
