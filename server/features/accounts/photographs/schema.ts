import { pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { PhotographId } from '#contract/accounts/photographs.ts'
import { bytes, instant } from '#server/platform/db/columns.ts'
import { users } from '../schema.ts'

/**
 * Photographs of the firm's people, made anew from what was sent. A few kilobytes each: in the row, so that none is
 * ever without its person.
 */
export const photographs = pgTable(
  'photographs',
  {
    userId: uuid()
      .primaryKey()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Another one for each photograph. */
    id: uuid().notNull().$type<PhotographId>(),
    small: bytes().notNull(),
    large: bytes().notNull(),
    changedAt: instant().notNull(),
  },
  (t) => [uniqueIndex('photographs_id').on(t.id)],
)
