import { boolean, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ListName, ViewId } from '#contract/firm/lists.ts'
import { instant } from '#server/platform/db/columns.ts'

/** How people of the firm look at a list: filters, order and columns under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid().primaryKey().$type<ViewId>(),
    ownerId: uuid().notNull().$type<UserId>(),
    list: text().$type<ListName>().notNull(),
    name: text().notNull(),
    isShared: boolean().notNull(),
    filter: jsonb().$type<Record<string, string>>().notNull(),
    columns: text().array().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [uniqueIndex('saved_views_name').on(t.ownerId, t.list, t.name)],
)

/** When a client was last reminded by a person of the firm. */
export const clientReminders = pgTable('client_reminders', {
  clientId: uuid().primaryKey().$type<UserId>(),
  at: instant().notNull(),
})
