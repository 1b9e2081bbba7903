import type { UserId } from '#contract/accounts/accounts.ts'
import type { Draft, forms } from '#contract/forms/forms.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as store from './store.ts'

/**
 * Saves a draft that nobody else sees. The claimed task is locked, so that of two devices that save at the same time
 * the second is refused.
 */
export async function saveOwnDraft(
  { db, actor, now }: Ctx<Client>,
  { id: taskId, formData, step, basedOn }: Input<typeof forms.saveDraft>,
): Promise<Draft> {
  await refuseUnseen(db, { clientId: actor.id, taskId, basedOn })
  await store.saveDraft(db, { taskId, clientId: actor.id, formData, step, savedAt: now })
  return { formData, step, savedAt: now }
}

interface Seen {
  clientId: UserId
  taskId: TaskId
  /** When the draft that the page read was saved, null if it read none. Undefined on a page that doesn't say. */
  basedOn: Date | null | undefined
}

/** Throws 409 `draft_changed` if the client's other device has saved since, so that nothing is overwritten. */
export async function refuseUnseen(db: Db, { clientId, taskId, basedOn }: Seen) {
  if (basedOn === undefined) return
  const kept = await store.findDraft(db, clientId, taskId)
  // If it is gone, it was submitted. What is typed now starts another draft.
  if (kept === null || kept.savedAt?.getTime() === basedOn?.getTime()) return
  throw new Problem(
    'conflict',
    'You have typed on another device since you opened this form. Your answers are still on your screen.',
    { reason: 'draft_changed' },
  )
}
