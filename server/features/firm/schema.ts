import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts.ts'
import type { InvitationId, StaffRole } from '#contract/people.ts'
import { instant } from '#server/platform/db/columns.ts'

/** Who was invited and has not joined: joining or withdrawing takes the row away. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey().$type<InvitationId>(),
    email: text().notNull(),
    emailKey: text().notNull(),
    role: text().$type<StaffRole>().notNull(),
    invitedById: uuid().$type<UserId>().notNull(),
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [uniqueIndex('invitations_email').on(t.emailKey)],
)
