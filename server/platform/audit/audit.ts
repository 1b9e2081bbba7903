import { newId } from '../crypto/ids.ts'
import type { Ctx } from '../ctx.ts'
import { audit as table } from '../db/schema.ts'
import { oneLine } from '../diagnostics/log.ts'

/** What is worth proving later. Details hold ids and words, never a secret. */
export type AuditEvent =
  | 'account.opened'
  | 'client.assigned'
  | 'settings.changed'
  | 'portal.set_up'
  | 'person.invited'
  | 'invitation.withdrawn'
  | 'person.joined'
  | 'person.role_changed'
  | 'person.deactivated'
  | 'person.reactivated'
  | 'session.began'
  | 'session.ended'
  | 'session.ended_elsewhere'
  | 'second_step.asked'
  | 'two_factor.begun'
  | 'two_factor.enabled'
  | 'two_factor.disabled'
  | 'two_factor.ended_for'
  | 'recovery_code.used'
  | 'recovery_codes.renewed'
  | 'email.confirmation_sent'
  | 'email.confirmed'
  | 'password.reset_asked'
  | 'password.reset_sent'
  | 'password.reset'
  | 'password.changed'
  | 'profile.changed'
  | 'onboarding.completed'
  | 'document.uploaded'
  | 'document.refused'
  | 'document.judged'
  | 'document.corrected'
  | 'document.tried'
  | 'document.deleted'
  | 'document.kept'
  | 'document.superseded'
  | 'document.downloaded'
  | 'document.repeated'
  | 'document.accepted'
  | 'document.rejected'
  | 'document.reopened'
  | 'payment.made'
  | 'payment.declined'
  | 'form.submitted'
  | 'verification.submitted'
  | 'verification.refused'
  | 'verification.accepted'
  | 'verification.rejected'
  | 'verification.reopened'
  | 'payment.refunded'
  | 'consent.answered'
  | 'conversation.session'
  | 'conversation.data'
  | 'consent.recorded'
  | 'faces.compared'
  | 'mail.sent_again'
  | 'mail.key_read'
  | `case.${'requested' | 'opened' | 'rejected' | 'moved' | 'noted' | 'closed' | 'reopened'}`
  | 'appointment.booked'
  | 'appointment.changed'
  | 'appointment.cancelled'
  | 'hours.changed'
  | 'signature.sent'
  | 'signature.cancelled'
  | 'signature.refused'
  | 'signature.made'
  | 'data.export_prepared'
  | 'data.exported'
  | 'data.file_missing'
  | `${'erasure' | 'complaint'}.${'asked' | 'answered'}`
  | 'account.reset'
  | 'knowledge.changed'
  | 'assistant.handedOver'
  | 'assistant.switched'

export interface AuditFacts {
  /** The person it is about; the actor when missing. */
  subjectId?: string | null
  details?: Record<string, string>
}

/** Adds one line to the audit trail, in the transaction of what it tells about. */
export async function audit(ctx: Ctx, event: AuditEvent, { subjectId, details = {} }: AuditFacts = {}) {
  const { actor, caller, db, now } = ctx
  const actorId = actor.role === 'visitor' ? null : actor.id
  await db.insert(table).values({
    id: newId(),
    at: now,
    actorId,
    event,
    subjectId: subjectId === undefined ? actorId : subjectId,
    address: caller.address,
    agent: caller.agent,
    requestId: caller.requestId,
    details: Object.fromEntries(Object.entries(details).map(([name, text]) => [name, oneLine(text)])),
  })
}
