import { newId } from '../crypto/ids.ts'
import type { Ctx } from '../ctx.ts'
import { audit as table } from '../db/schema.ts'
import { oneLine } from '../diagnostics/log.ts'

/**
 * What is worth proving later, by the feature that tells it. Each feature adds its own in its manifest, with
 * `declare module`.
 */
export interface AuditEvents {}
export type AuditEvent = AuditEvents[keyof AuditEvents]

export interface AuditFacts {
  /** The person it is about; the actor when missing. */
  subjectId?: string | null
  details?: Record<string, string>
}

/** Adds one line to the audit trail, in the transaction of what it tells about. Details hold ids and words, never a secret. */
export async function audit(ctx: Ctx, event: AuditEvent, { subjectId, details = {} }: AuditFacts = {}) {
  const { actor, caller, db, now } = ctx
  const actorId = actor.role === 'visitor' ? null : actor.id
  const by = actor.role !== 'visitor' && actor.key ? { ...details, apiKey: actor.key.name } : details
  await db.insert(table).values({
    id: newId(),
    at: now,
    actorId,
    event,
    subjectId: subjectId === undefined ? actorId : subjectId,
    address: caller.address,
    agent: caller.agent,
    requestId: caller.requestId,
    details: Object.fromEntries(Object.entries(by).map(([name, text]) => [name, oneLine(text)])),
  })
}
