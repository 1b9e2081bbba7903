import type { Role } from '#contract/accounts.ts'
import type { NoticeTopic } from '#contract/notice-topic.ts'

interface Words {
  subject: string
  sentence: string
  label: string
}

/**
 * What a mail says of a notification. The notification itself may hold names and words that somebody typed,
 * and a mail is read by others on its way: it says which part of the portal has news, and leads there.
 */
const forClients: Record<NoticeTopic, Words> = {
  documents: {
    subject: 'An update on your documents',
    sentence: "There's an update on one of your documents.",
    label: 'Open your documents',
  },
  tasks: {
    subject: 'Something to do in your matter',
    sentence: "There's something for you to do in your matter.",
    label: 'Open your tasks',
  },
  appointments: {
    subject: 'An update on your appointments',
    sentence: "There's an update on your appointment with us.",
    label: 'Open your appointments',
  },
  payments: {
    subject: 'An update on a payment',
    sentence: "There's an update on a payment in your matter.",
    label: 'Open your payments',
  },
  messages: {
    subject: 'You have a new message',
    sentence: "There's a new message for you in the portal.",
    label: 'Read it',
  },
  cases: {
    subject: 'An update on your case',
    sentence: "There's an update on your case.",
    label: 'Open your case',
  },
  signatures: {
    subject: 'An update on a document to sign',
    sentence: "There's an update on a document for you to sign.",
    label: 'Open your documents to sign',
  },
  account: {
    subject: 'An update on your account',
    sentence: "There's something you should know about your account.",
    label: 'Open the portal',
  },
}

const forTheFirm: Record<NoticeTopic, Words> = {
  documents: {
    subject: 'An update on a client’s document',
    sentence: "There's an update on a document from one of your clients.",
    label: 'Open the document',
  },
  tasks: {
    subject: 'An update on a client’s task',
    sentence: "There's an update on a task.",
    label: 'Open the portal',
  },
  appointments: {
    subject: 'An update on your appointments',
    sentence: "There's an update on an appointment with one of your clients.",
    label: 'Open your appointments',
  },
  payments: {
    subject: 'An update on a client’s payment',
    sentence: "There's an update on a payment from one of your clients.",
    label: 'Open the portal',
  },
  messages: {
    subject: 'A client has written to you',
    sentence: "There's a new message from one of your clients.",
    label: 'Read it',
  },
  cases: {
    subject: 'An update on a client’s case',
    sentence: "There's an update on a case for one of your clients.",
    label: 'Open the case',
  },
  signatures: {
    subject: 'An update on a document to sign',
    sentence: "There's an update on a document you sent for signature.",
    label: 'Open the document',
  },
  account: {
    subject: 'The portal needs you',
    sentence: "There's something in the portal you should know about.",
    label: 'Open the portal',
  },
}

export const wordsFor = (role: Role, topic: NoticeTopic) =>
  (role === 'client' ? forClients : forTheFirm)[topic]
