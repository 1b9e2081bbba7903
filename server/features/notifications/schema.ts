import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { NoticeTopic, Notification, NotificationChoices } from '#contract/notifications/notifications.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey().$type<Notification['id']>(),
    userId: uuid().notNull().$type<UserId>(),
    topic: text().$type<NoticeTopic>().notNull().default('account'),
    title: text().notNull(),
    body: text().notNull(),
    link: text(),
    /**
     * The matter that it is about. If the matter is restricted later, people who may no longer see it lose the
     * notification.
     */
    matterId: uuid().$type<MatterId>(),
    isRead: boolean().notNull().default(false),
    createdAt: instant().notNull(),
  },
  (t) => [
    index().on(t.userId, t.id),
    index().on(t.matterId).where(sql`matter_id is not null`),
    // What is dealt with is withdrawn, or marked as read, for everyone who has a link to it.
    index().on(t.link),
  ],
)

/** People's notification settings. A person without a row is notified of everything. */
export const notificationChoices = pgTable('notification_choices', {
  userId: uuid().primaryKey().$type<UserId>(),
  choices: jsonb().$type<NotificationChoices>().notNull(),
})

export const personalData = [
  registerPersonalData(notifications, {
    title: 'Notifications we sent you',
    whose: notifications.userId,
    columns: {
      id: true,
      userId: 'Your own reference number.',
      topic: true,
      title: true,
      body: true,
      link: true,
      matterId: true,
      isRead: true,
      createdAt: true,
    },
  }),
  registerPersonalData(notificationChoices, {
    title: 'Your notification settings',
    whose: notificationChoices.userId,
    columns: { userId: 'Your own reference number.', choices: true },
  }),
]
