import { z } from 'zod'
import { events, read } from './endpoint.ts'

/** What changed, so that the page asks again: each feature adds the noun it is known by, with `declare module`. */
export interface Topics {}
export type Topic = keyof Topics

// A page that was opened before the portal was renewed passes over a noun that it does not know.
export const Topic = z.custom<Topic>((value) => typeof value === 'string' && /^[a-z]{1,40}$/.test(value))

/** One event of the stream: what changed, that something may have been missed, or that somebody is typing. */
export const LiveEvent = z.strictObject({
  type: z.enum(['changed', 'resync', 'signed_out', 'typing']),
  topics: z.array(Topic),
  /** Who is typing. */
  from: z.uuid().optional(),
})
export type LiveEvent = z.infer<typeof LiveEvent>

/** Marks what a page asks without anybody there, to keep itself true: it keeps no session open. */
export const unattendedHeader = 'x-portico-unattended'

const Part = z.enum(['ok', 'failing'])
export const Health = z.strictObject({
  status: z.enum(['ok', 'failing']),
  database: Part,
  files: Part,
  jobs: Part,
  /** Sentences for whoever runs the portal: what it can go on without, but should not. */
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
