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
  { id: taskId, formData, step, ...basis }: Input<typeof forms.saveDraft>,
  submittedAt: Date | null,
): Promise<Draft> {
  await refuseUnseen(db, { clientId: actor.id, taskId, ...basis, submittedAt })
  await store.saveDraft(db, { taskId, clientId: actor.id, formData, step, savedAt: now })
  return { formData, step, savedAt: now }
}

interface Basis {
  /** When the draft that the page read was saved, null if it read none. Undefined on a page that doesn't say. */
  basedOn?: Date | null | undefined
  /** When the answers that the page read were submitted, null if it read none. Undefined on a page that doesn't say. */
  basedOnAnswers?: Date | null | undefined
}

interface Seen extends Basis {
  clientId: UserId
  taskId: TaskId
  /** When the newest answers were submitted. Null if that is no reason to refuse. */
  submittedAt: Date | null
}

/** Throws 409 if the client's other device has saved or submitted since, so that nothing is overwritten. */
export async function refuseUnseen(db: Db, { clientId, taskId, submittedAt, ...basis }: Seen) {
  const { basedOn } = basis
  if (basedOn === undefined) return
  const kept = await store.findDraft(db, clientId, taskId)
  if (kept === null) return refuseOvertaken(basis, submittedAt)
  if (kept.savedAt?.getTime() === basedOn?.getTime()) return
  throw new Problem(
    'conflict',
    'You have typed elsewhere since you opened this form. Your answers are still on your screen.',
    { reason: 'draft_changed' },
  )
}

/** Throws 409 `already_submitted`. There is no draft left to bring together with what this page has. */
function refuseOvertaken({ basedOn, basedOnAnswers }: Basis, submittedAt: Date | null) {
  // A page that doesn't say which answers it read has read those before its draft, or all of them if it had no draft.
  const read = basedOnAnswers === undefined ? (basedOn ?? submittedAt) : basedOnAnswers
  if (submittedAt === null || (read !== null && read >= submittedAt)) return
  throw new Problem(
    'conflict',
    'This form has been submitted elsewhere since you opened it here. To change what was submitted, close the form and open it again.',
    { reason: 'already_submitted' },
  )
}
