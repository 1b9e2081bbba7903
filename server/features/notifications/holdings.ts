import { held } from '#server/platform/holdings.ts'
import { notificationChoices, notifications } from './schema.ts'

export const holdings = [
  held(notifications, {
    title: 'What you were told',
    whose: notifications.userId,
    columns: {
      id: true,
      userId: 'Your own number.',
      topic: true,
      title: true,
      body: true,
      link: true,
      isRead: true,
      createdAt: true,
    },
  }),
  held(notificationChoices, {
    title: 'What you chose to be told',
    whose: notificationChoices.userId,
    columns: { userId: 'Your own number.', choices: true },
  }),
]
