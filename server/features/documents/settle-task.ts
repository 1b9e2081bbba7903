import { outcomeOf } from '#contract/documents/documents.ts'
import { shownToClient, upgradeValidation } from '#contract/documents/validation.ts'
import { needsAnother, reasonOf } from '#contract/documents/verdict.ts'
import { invalidateFirmPagesOf } from '#server/features/accounts/service.ts'
import {
  askForAnother,
  claimTask,
  findMatterOfTask,
  listTasksByIds,
  refuseOfClosed,
  reopenTask,
  settleTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

type Held = Pick<
  DocumentRow,
  'documentType' | 'status' | 'reason' | 'isAccepted' | 'isForReview' | 'validation'
>

// Findings for the firm alone must not decide what the client is asked for.
const asShown = (held: Held) => ({
  ...held,
  validation: held.validation && shownToClient(upgradeValidation(held.validation)),
})

/** Returns whether the client was told to send another. */
export const isFaulty = (held: Held) => held.status === 'pending' && needsAnother(asShown(held))

/**
 * Settles a locked task by its documents. If none is verified and the newest has a fault that the client can fix, asks
 * the client for another. If none counts any more, reopens the task.
 */
export async function settleByDocuments(ctx: Ctx, task: TaskRow, whyReopened: string | null = null) {
  const held = await store.heldBy(ctx.db, task.id)
  const outcome = outcomeOf(held)
  if (outcome === null) return reopenTask(ctx, task, whyReopened)
  const newest = held.find(({ status }) => status !== 'rejected')
  if (outcome === 'review' && newest && isFaulty(newest))
    return askForAnother(ctx, task, reasonOf(asShown(newest)))
  return settleTask(ctx, task, outcome)
}

type OfTask = Pick<DocumentRow, 'clientId' | 'taskId'>

/** Locks the task of a document. Null if it is for none, or if the firm has withdrawn that. */
export async function claimTaskOf(ctx: Ctx, { clientId, taskId }: OfTask): Promise<TaskRow | null> {
  const [task] = await listTasksByIds(ctx.db, taskId === null ? [] : [taskId])
  return task ? claimTask(ctx, { id: task.id, clientId }) : null
}

/** Throws `case_closed` if a document was sent for a task of closed matters, for which its client can say no more. */
export async function refuseForClosed(ctx: Ctx, document: OfTask) {
  const task = await claimTaskOf(ctx, document)
  if (task) refuseOfClosed(task)
}

/** Makes the pages of all staff who may know of a document refetch. */
export const invalidateDocumentForStaff = async (ctx: Ctx, { clientId, taskId }: OfTask) =>
  invalidateFirmPagesOf(ctx, { clientId, matterId: await findMatterOfTask(ctx.db, taskId) }, 'documents')

/** Makes the pages of the client and of all staff who may know of a document refetch. */
export async function invalidateDocument(ctx: Ctx, document: OfTask) {
  await ctx.invalidate(document.clientId, 'documents')
  await invalidateDocumentForStaff(ctx, document)
}
