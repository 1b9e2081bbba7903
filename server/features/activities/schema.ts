import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Activity, ActivityType } from '#contract/activities.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export const activities = pgTable(
  'activities',
  {
    id: uuid().primaryKey().$type<Activity['id']>(),
    clientId: uuid().notNull().$type<UserId>(),
    type: text().$type<ActivityType>().notNull(),
    description: text().notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [index().on(t.clientId, t.id)],
)

export const personalData = [
  registerPersonalData(activities, {
    title: 'Recent activity',
    whose: activities.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      type: true,
      description: true,
      metadata: true,
      createdAt: true,
    },
  }),
]
