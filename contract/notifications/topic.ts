import { z } from 'zod'

/** What a notification is about: people choose by topic how they hear of it. */
export const NoticeTopic = z.enum([
  'documents',
  'tasks',
  'appointments',
  'payments',
  'messages',
  'cases',
  'signatures',
  // Never silenced: what happened to the account itself, and what only this person can put right.
  'account',
])
export type NoticeTopic = z.infer<typeof NoticeTopic>
