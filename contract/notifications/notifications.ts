import { z } from 'zod'
import { command, id, instant, list, read, replace } from '../kit/endpoint.ts'

/** What a person wants to be notified of, and how. By default everything is sent at once. */
export const NotificationChoices = z.strictObject({
  email: z.strictObject({
    documentUpdates: z.boolean(),
    taskReminders: z.boolean(),
    appointmentReminders: z.boolean(),
    paymentConfirmations: z.boolean(),
  }),
  inApp: z.strictObject({
    messages: z.boolean(),
    documentStatus: z.boolean(),
    caseUpdates: z.boolean(),
  }),
  /** One email for each notification, or one a day with all of them. */
  delivery: z.enum(['at_once', 'daily']),
  /** No email is sent between eight in the evening and eight in the morning. It waits for the morning. */
  isQuietAtNight: z.boolean(),
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const everythingOn: NotificationChoices = {
  email: {
    documentUpdates: true,
    taskReminders: true,
    appointmentReminders: true,
    paymentConfirmations: true,
  },
  inApp: { messages: true, documentStatus: true, caseUpdates: true },
  delivery: 'at_once',
  isQuietAtNight: true,
}

type Channel = 'email' | 'inApp'
type Rule = (choices: NotificationChoices) => boolean
const always: Rule = () => true

/**
 * The switch that decides whether a topic is sent by a channel. If a topic has only one switch, as messages and cases
 * do, it also applies to email. In-app notifications disturb nobody, so a topic without a switch there is always shown.
 * Notifications about the account itself cannot be switched off.
 */
const rules: Record<NoticeTopic, Record<Channel, Rule>> = {
  documents: { email: ({ email }) => email.documentUpdates, inApp: ({ inApp }) => inApp.documentStatus },
  // A document to sign waits for this person only, so it is always shown in the app.
  signatures: { email: ({ email }) => email.documentUpdates, inApp: always },
  tasks: { email: ({ email }) => email.taskReminders, inApp: always },
  appointments: { email: ({ email }) => email.appointmentReminders, inApp: always },
  payments: { email: ({ email }) => email.paymentConfirmations, inApp: always },
  messages: { email: ({ inApp }) => inApp.messages, inApp: ({ inApp }) => inApp.messages },
  cases: { email: ({ inApp }) => inApp.caseUpdates, inApp: ({ inApp }) => inApp.caseUpdates },
  account: { email: always, inApp: always },
}

/** Whether a person is notified of this topic by this channel. */
export const isNotified = (choices: NotificationChoices, topic: NoticeTopic, channel: Channel) =>
  rules[topic][channel](choices)

/** The topic of a notification. People choose by topic how they are notified. */
export const NoticeTopic = z.enum([
  'documents',
  'tasks',
  'appointments',
  'payments',
  'messages',
  'cases',
  'signatures',
  // Cannot be switched off: events of the account itself, and problems that only this person can fix.
  'account',
])
export type NoticeTopic = z.infer<typeof NoticeTopic>

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
