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
    subject: 'News about your documents',
    sentence: 'There is news about a document in your file.',
    label: 'Open your documents',
  },
  tasks: {
    subject: 'Your matter needs you',
    sentence: 'Something in your matter is waiting for you.',
    label: 'Open your tasks',
  },
  appointments: {
    subject: 'News about your appointments',
    sentence: 'There is news about an appointment with us.',
    label: 'Open your appointments',
  },
  payments: {
    subject: 'News about a payment',
    sentence: 'There is news about a payment in your matter.',
    label: 'Open your payments',
  },
  messages: {
    subject: 'You have a new message',
    sentence: 'There is a new message for you in the portal.',
    label: 'Read it',
  },
  cases: {
    subject: 'News about your case',
    sentence: 'Something has happened in your case.',
    label: 'Open your case',
  },
  signatures: {
    subject: 'News about a paper to sign',
    sentence: 'There is news about a paper that is signed in the portal.',
    label: 'Open your papers to sign',
  },
  account: {
    subject: 'News about your account',
    sentence: 'There is something about your account that you should know.',
    label: 'Open the portal',
  },
}

const forTheFirm: Record<NoticeTopic, Words> = {
  documents: {
    subject: 'A client’s document has news',
    sentence: 'There is news about a document of one of your clients.',
    label: 'Open the document',
  },
  tasks: { subject: 'A client’s task has news', sentence: 'A task has news.', label: 'Open the portal' },
  appointments: {
    subject: 'News about your appointments',
    sentence: 'There is news about an appointment with one of your clients.',
    label: 'Open your appointments',
  },
  payments: {
    subject: 'News about a client’s payment',
    sentence: 'There is news about a payment of one of your clients.',
    label: 'Open the portal',
  },
  messages: {
    subject: 'A client wrote to you',
    sentence: 'There is a new message from one of your clients.',
    label: 'Read it',
  },
  cases: {
    subject: 'News about a client’s case',
    sentence: 'Something has happened in the case of one of your clients.',
    label: 'Open the case',
  },
  signatures: {
    subject: 'News about a paper to sign',
    sentence: 'There is news about a paper that you sent for signature.',
    label: 'Open the paper',
  },
  account: {
    subject: 'The portal needs you',
    sentence: 'There is something in the portal that you should know.',
    label: 'Open the portal',
  },
}

export const wordsFor = (role: Role, topic: NoticeTopic) =>
  (role === 'client' ? forClients : forTheFirm)[topic]
