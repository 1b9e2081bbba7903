import { registerTable } from '#server/platform/audit/personal-data.ts'
import { notificationChoices, notifications } from './schema.ts'

export const personalData = [
  registerTable(notifications, {
    title: 'Notifications we sent you',
    whose: notifications.userId,
    columns: {
      id: true,
      userId: 'Your own reference number.',
      topic: true,
      title: true,
      body: true,
      link: true,
      isRead: true,
      createdAt: true,
    },
  }),
  registerTable(notificationChoices, {
    title: 'Your notification settings',
    whose: notificationChoices.userId,
    columns: { userId: 'Your own reference number.', choices: true },
  }),
]
