import { z } from 'zod'
import type { NoticeTopic } from './topic.ts'

/** What a person chose to be told, and how. Everything is told at once until they choose otherwise. */
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
  /** One mail for each thing, or one a day with all of them. */
  delivery: z.enum(['at_once', 'daily']),
  /** Between eight in the evening and eight in the morning no mail comes: it waits for the morning. */
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
 * Which switch decides whether a topic comes by a channel. Where a topic has one switch only, as messages
 * and cases do, it decides for mail too; the bell disturbs nobody, so what has no switch there always rings.
 * What happened to the account itself is never silenced.
 */
const rules: Record<NoticeTopic, Record<Channel, Rule>> = {
  documents: { email: ({ email }) => email.documentUpdates, inApp: ({ inApp }) => inApp.documentStatus },
  // A paper to sign waits for this person alone: the bell says so in any case.
  signatures: { email: ({ email }) => email.documentUpdates, inApp: always },
  tasks: { email: ({ email }) => email.taskReminders, inApp: always },
  appointments: { email: ({ email }) => email.appointmentReminders, inApp: always },
  payments: { email: ({ email }) => email.paymentConfirmations, inApp: always },
  messages: { email: ({ inApp }) => inApp.messages, inApp: ({ inApp }) => inApp.messages },
  cases: { email: ({ inApp }) => inApp.caseUpdates, inApp: ({ inApp }) => inApp.caseUpdates },
  account: { email: always, inApp: always },
}

/** Whether this topic comes to a person by this channel. */
export const isTold = (choices: NotificationChoices, topic: NoticeTopic, channel: Channel) =>
  rules[topic][channel](choices)
