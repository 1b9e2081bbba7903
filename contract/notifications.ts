import { z } from 'zod'
import { command, id, instant, list } from './kit.ts'

export const NotificationId = id('notification')
export const Notification = z.strictObject({
  id: NotificationId,
  title: z.string(),
  body: z.string(),
  /** A path of this portal that the notification leads to. */
  link: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: instant,
})
export type Notification = z.infer<typeof Notification>

export const notifications = {
  list: list('/api/notifications', {
    item: Notification,
    audience: 'member',
    summary: 'What this person was told, newest first',
  }),
  markRead: command('/api/notifications/read', {
    input: z.strictObject({ ids: z.array(NotificationId).max(200).optional() }),
    output: z.strictObject({ unread: z.number().int() }),
    audience: 'member',
    summary: 'Marks these, or all, as read',
  }),
}
