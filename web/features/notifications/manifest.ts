import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const notifications: Feature = {
  live: { notifications: ['notifications.list', 'notifications.choices'] },
  settings: [
    {
      value: 'notifications',
      label: 'Notifications',
      content: chunk(async () => (await import('./settings-tab.tsx')).NotificationsTab),
    },
  ],
  frame: {
    Bell: chunk(async () => (await import('./bell.tsx')).Bell),
    BellEntry: chunk(async () => (await import('./bell.tsx')).BellEntry),
  },
}
