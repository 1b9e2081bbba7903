import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { JointInvitationId } from '#contract/joint-clients.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { PartyId } from '#contract/matters/party.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

/**
 * People whom a client has invited to a matter and who are not its clients yet. The row is deleted when they become
 * one.
 */
export const jointInvitations = pgTable(
  'joint_invitations',
  {
    id: uuid().primaryKey().$type<JointInvitationId>(),
    matterId: uuid().notNull().$type<MatterId>(),
    partyId: uuid().notNull().$type<PartyId>(),
    name: text().notNull(),
    email: text().notNull(),
    invitedById: uuid().notNull().$type<UserId>(),
    sentAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** The firm has agreed to act for them. */
    isAgreed: boolean().notNull().default(false),
    /** The account with which they accepted. */
    accountId: uuid().$type<UserId>(),
  },
  (t) => [
    uniqueIndex('joint_invitations_party').on(t.partyId),
    index().on(t.matterId),
    index().on(t.invitedById),
    index().on(t.accountId),
  ],
)

export const personalData = [
  registerPersonalData(jointInvitations, {
    title: 'Whom you invited to your cases',
    whose: jointInvitations.invitedById,
    columns: {
      id: true,
      matterId: true,
      partyId: 'How the firm lists them on the case.',
      name: true,
      email: true,
      invitedById: 'Your own reference number.',
      sentAt: true,
      expiresAt: true,
      isAgreed: 'What the firm decides about someone else.',
      accountId: "Someone else's reference number.",
    },
  }),
]
