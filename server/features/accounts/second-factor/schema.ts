import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import { instant } from '#server/platform/db/columns.ts'
import { users } from '../schema.ts'

/** A person's authenticator app. Unconfirmed until its first code. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid()
    .primaryKey()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The key shared with the app, encrypted for this person. */
  encryptedKey: text().notNull(),
  /** The time step of the last accepted code. Codes of this step or an earlier one are refused. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  confirmedAt: instant(),
})

/** Codes for people who have lost their app. Each works once and is then deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid()
      .notNull()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)
