import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { PasskeyId } from '#contract/accounts/passkeys.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'
import { users } from '../schema.ts'

/** Passkeys, which people sign in with instead of a password. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey().$type<PasskeyId>(),
    userId: uuid()
      .notNull()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The device's own id for the passkey, base64url. */
    credentialId: text().notNull(),
    /** COSE, base64url. It verifies signatures and can't make any. */
    publicKey: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    isSynced: boolean().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index().on(t.userId)],
)

export const personalData = [
  registerPersonalData(passkeys, {
    title: 'Your passkeys',
    whose: passkeys.userId,
    columns: {
      id: true,
      userId: 'Your own reference number.',
      credentialId: 'How your device recognises this portal.',
      publicKey: 'What checks your device’s signatures.',
      counter: true,
      transports: true,
      name: true,
      isSynced: true,
      createdAt: true,
      lastUsedAt: true,
    },
  }),
]
