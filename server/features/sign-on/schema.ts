import { boolean, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { SignOnLinkId, SignOnSettings } from '#contract/sign-on.ts'
import { instant } from '#server/platform/db/columns.ts'

/** The firm's own provider for staff sign-in: one row at most. */
export const signOnProvider = pgTable('sign_on_provider', {
  isOnly: boolean().primaryKey().default(true),
  isOn: boolean().notNull(),
  name: text().notNull(),
  issuer: text().notNull(),
  clientId: text().notNull(),
  /** Sealed for this issuer and client ID. With others it cannot be opened. */
  sealedSecret: text(),
  joining: text().$type<SignOnSettings['joining']>().notNull(),
  groupsClaim: text().notNull(),
  scopes: text().notNull(),
  groupRoles: jsonb().$type<SignOnSettings['groupRoles']>().notNull(),
  trustsEmail: boolean().notNull(),
  trustsSecondFactor: boolean().notNull(),
  acrValues: text().notNull(),
})

/** Links between accounts at the provider and accounts here. */
export const signOnLinks = pgTable(
  'sign_on_links',
  {
    id: uuid().primaryKey().$type<SignOnLinkId>(),
    userId: uuid().notNull().$type<UserId>(),
    issuer: text().notNull(),
    /** The provider's permanent identifier of this person (`sub`). An address may be someone else's next year. */
    subject: text().notNull(),
    linkedAt: instant().notNull(),
    lastUsedAt: instant().notNull(),
    /** Where they sign out at the provider. Null if the provider offers no sign-out. */
    signOutUrl: text(),
    /** The ID token that identifies them at the sign-out, sealed for this person. */
    sealedIdToken: text(),
  },
  (t) => [
    uniqueIndex('sign_on_links_subject').on(t.issuer, t.subject),
    uniqueIndex('sign_on_links_user').on(t.userId),
  ],
)
