import { boolean, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { ListName, ViewId } from '#contract/firm/lists.ts'
import { instant } from '#server/platform/db/columns.ts'

/** Saved views of lists: filters, order and columns under a name. */
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

/** When a person of the firm last reminded a client. */
export const clientReminders = pgTable('client_reminders', {
  clientId: uuid().primaryKey().$type<UserId>(),
  at: instant().notNull(),
})
