import type { UserId } from '#contract/accounts.ts'
import type { Happenings } from '#contract/happenings.ts'
import { claimTask, findTask, settleTask } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

/** A verified identity document also verifies an identity check that was waiting for it. */
export async function keepEvidence(
  ctx: Ctx,
  { clientId, documentId, taskKind }: Happenings['documentVerified'],
) {
  if (taskKind !== 'proof_of_identity') return
  await store.insertEvidence(ctx.db, { documentId, clientId, at: ctx.now })
  await judgeAgain(ctx, clientId)
}

/** Without the document that it stood on, a verified identity is for a person of the firm again. */
export async function dropEvidence(ctx: Ctx, { clientId, documentId }: Happenings['documentRemoved']) {
  if (await store.removeEvidence(ctx.db, clientId, documentId)) await judgeAgain(ctx, clientId)
}

const judgeAgain = async (ctx: Ctx, clientId: UserId) => {
  const found = await findTask(ctx.db, clientId, ['identity_check'])
  if (found === null) return
  // Locked first, so that a submission at the same moment sees this evidence or is seen here.
  const task = await claimTask(ctx, { id: found.id, clientId })
  const outcome = (await store.findEvidence(ctx.db, clientId)) ? 'verified' : 'review'
  const isOtherwise = await store.updateOutcome(ctx.db, { clientId, taskId: task.id, outcome })
  if (!isOtherwise || task.status !== 'completed') return
  await settleTask(ctx, task, outcome)
  await ctx.tell(clientId, 'identity')
}
