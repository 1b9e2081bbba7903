import { z } from 'zod'
import { id, instant, list } from './kit/endpoint.ts'

declare module './kit/portal.ts' {
  interface Topics {
    activities: true
  }
}

export const ActivityType = z.enum([
  'task_completed',
  'document_uploaded',
  'document_verified',
  'document_rejected',
  'document_requested',
  'document_signed',
  'letter_sent',
  'verification_completed',
  'verification_rejected',
  'payment_made',
])
export type ActivityType = z.infer<typeof ActivityType>

export const Activity = z.strictObject({
  id: id('activity'),
  type: ActivityType,
  description: z.string(),
  createdAt: instant,
  metadata: z.record(z.string(), z.string()),
})
export type Activity = z.infer<typeof Activity>

export const activities = {
  list: list('/api/activities', {
    item: Activity,
    audience: 'client',
    summary: 'What happened lately in this account',
  }),
}

/** The most activities that the panel shows. */
export const recentLimit = 5
const newForMilliseconds = 60 * 60 * 1000
/** An activity is "New" while it is under one hour old. */
export const isNew = ({ createdAt }: Pick<Activity, 'createdAt'>, now: Date) =>
  now.getTime() - createdAt.getTime() < newForMilliseconds
