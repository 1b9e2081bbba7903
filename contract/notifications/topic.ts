import { z } from 'zod'

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
