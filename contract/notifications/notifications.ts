import { z } from 'zod'
import { command, id, instant, list, read, replace } from '../kit/endpoint.ts'
import { NotificationChoices } from './choices.ts'
import { NoticeTopic } from './topic.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    notifications: true
  }
}

export const NotificationId = id('notification')
export type NotificationId = z.infer<typeof NotificationId>
export const Notification = z.strictObject({
  id: NotificationId,
  topic: NoticeTopic,
  title: z.string(),
  body: z.string(),
  /** The path of this portal that the notification leads to. */
  link: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: instant,
})
export type Notification = z.infer<typeof Notification>

export const notifications = {
  list: list('/api/notifications', {
    item: Notification,
    audience: 'member',
    summary: "This person's notifications, newest first",
  }),
  markRead: command('/api/notifications/read', {
    input: z.strictObject({ ids: z.array(NotificationId).max(200).optional() }),
    output: z.strictObject({ unread: z.number().int() }),
    audience: 'member',
    summary: 'Marks these, or all, as read',
  }),
  choices: read('/api/user/notifications', {
    output: NotificationChoices,
    audience: 'member',
    summary: "This person's notification settings",
  }),
  saveChoices: replace('/api/user/notifications', {
    input: NotificationChoices,
    output: NotificationChoices,
    audience: 'member',
    summary: "Saves this person's notification settings",
  }),
}
