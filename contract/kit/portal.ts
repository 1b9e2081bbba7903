import { z } from 'zod'
import { events, read, uuid } from './endpoint.ts'

/**
 * The names of what can change, so that pages know what to refetch. Each feature adds its own with `declare module`.
 */
export interface Topics {}
export type Topic = keyof Topics

// Accepts unknown topics: a page that was opened before an upgrade ignores those that it does not know.
export const Topic = z.custom<Topic>((value) => typeof value === 'string' && /^[a-z]{1,40}$/.test(value))

/**
 * One event of the stream: something changed, something may have been missed, the session ended, or somebody is typing.
 */
export const LiveEvent = z.strictObject({
  type: z.enum(['changed', 'resync', 'signed_out', 'typing']),
  topics: z.array(Topic),
  /** The id of the user who is typing. */
  from: uuid().optional(),
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** Marks a request that a page makes by itself, without a user, to stay up to date. It does not prolong the session. */
export const unattendedHeader = 'x-portico-unattended'

const Part = z.enum(['ok', 'failing'])
export const Health = z.strictObject({
  status: z.enum(['ok', 'failing']),
  database: Part,
  files: Part,
  jobs: Part,
  /** Sentences for the operator about what the portal can run without but should not. */
  warnings: z.array(z.string()),
})
export type Health = z.infer<typeof Health>

export const portal = {
  health: read('/api/health', {
    output: Health,
    audience: 'anyone',
    summary: 'Whether the portal works; 503 when not',
  }),
  events: events('/api/events', {
    audience: 'member',
    forGuests: true,
    summary: 'What has changed, as server-sent events',
  }),
}
