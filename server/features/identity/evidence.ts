import type { UserId } from '#contract/accounts/accounts.ts'
import { isFaceType } from '#contract/documents/validation.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { leaveQueue } from '#server/features/queue/service.ts'
import { claimTask, findTask, settleTask } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as store from './store.ts'

/**
 * A verified identity document also verifies an identity check that was waiting for it. If a picture of the face was
 * requested, it has to be compared too, and only a person can verify one.
 */
export async function keepEvidence(
  ctx: Ctx,
  { clientId, documentId, documentType, taskKind }: DomainEvents['documentVerified'],
) {
  const isFace = isFaceType(documentType)
  if (taskKind !== 'proof_of_identity' && !isFace) return
  const shows = isFace ? 'selfie' : 'portrait'
  await store.insertEvidence(ctx.db, { documentId, clientId, shows, at: ctx.now })
  if ((await outcomeFor(ctx.db, clientId)) === 'verified') await judgeAgain(ctx, clientId)
}

/** If its document is removed, a verified identity goes back to a person of the firm. */
export async function dropEvidence(ctx: Ctx, { clientId, documentId }: DomainEvents['documentRemoved']) {
  if (await store.removeEvidence(ctx.db, clientId, documentId)) await judgeAgain(ctx, clientId)
}

const judgeAgain = async (ctx: Ctx, clientId: UserId) => {
  const found = await findTask(ctx.db, clientId, ['identity_check'])
  if (found === null) return
  // Locks the task first, so that a concurrent submission either sees this evidence or is seen here.
  const task = await claimTask(ctx, { id: found.id, clientId })
  const outcome = await outcomeFor(ctx.db, clientId)
  const isOtherwise = await store.updateOutcome(ctx.db, { clientId, taskId: task.id, outcome })
  if (isOtherwise) await leaveQueue(ctx.db, { kind: 'check', id: task.id })
  if (!isOtherwise || task.status !== 'completed') return
  await settleTask(ctx, task, outcome)
  await ctx.invalidate(clientId, 'identity')
}

/**
 * Returns `verified` if the document is verified, and so is each picture of the face that was sent to be compared.
 * Whoever was asked about their face and refused was told that a person will compare it.
 */
export async function outcomeFor(db: Db, clientId: UserId): Promise<'verified' | 'review'> {
  const evidence = await store.listEvidence(db, clientId)
  if (!evidence.some(({ shows }) => shows === 'portrait')) return 'review'
  const compared = evidence.flatMap(({ documentId, shows }) => (shows === 'selfie' ? [documentId] : []))
  const sent = await store.listFaces(db, clientId)
  const isAsked = (await store.findConsent(db, clientId)) !== null || sent.length > 0
  const isCompared = compared.length > 0 && sent.every(({ documentId }) => compared.includes(documentId))
  return isAsked && !isCompared ? 'review' : 'verified'
}
