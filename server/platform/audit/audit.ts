import type { UserId } from '#contract/accounts/accounts.ts'
import { newId } from '../crypto/ids.ts'
import type { Ctx } from '../ctx.ts'
import { audit as table } from '../db/schema.ts'
import { oneLine } from '../diagnostics/log.ts'

/** Events worth proving later, by feature. Each feature adds its own in its manifest, with `declare module`. */
export interface AuditEvents {}
export type AuditEvent = AuditEvents[keyof AuditEvents]

export interface AuditFacts {
  /** The person the event is about. The actor if missing. */
  subjectId?: UserId | null
  details?: Record<string, string>
}

/** Adds one line to the audit trail, in the transaction of the event. Details hold ids and words, never a secret. */
export const audit = (ctx: Ctx, event: AuditEvent, facts: AuditFacts = {}) => auditEach(ctx, event, [facts])

/** Adds one line for each of several facts. */
export async function auditEach(ctx: Ctx, event: AuditEvent, all: readonly AuditFacts[]) {
  if (all.length > 0) await ctx.db.insert(table).values(all.map((facts) => lineOf(ctx, event, facts)))
}

const lineOf = (
  { actor, caller, now }: Ctx,
  event: AuditEvent,
  { subjectId, details = {} }: AuditFacts,
): typeof table.$inferInsert => {
  const actorId = actor.role === 'visitor' ? null : actor.id
  const by = actor.role !== 'visitor' && actor.key ? { ...details, apiKey: actor.key.name } : details
  return {
    id: newId(),
    at: now,
    actorId,
    event,
    subjectId: subjectId === undefined ? actorId : subjectId,
    address: caller.address,
    agent: caller.agent,
    requestId: caller.requestId,
    details: Object.fromEntries(Object.entries(by).map(([name, text]) => [name, oneLine(text)])),
  }
}
