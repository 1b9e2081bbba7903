import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { TaskId } from '#contract/tasks.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { matterTasks, showForTemplate } from '#server/features/matters/service.ts'
import { listStandingPayments } from '#server/features/payments/service.ts'
import { listTasksTaken } from '#server/features/signatures/service.ts'
import {
  claimTasksByIds,
  invalidateSharers,
  listTasksByIds,
  rewordTask,
  sharedIdsOf,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type LinkedTask, listLinked, peopleIn, type RunMatter } from './matter-state.ts'

const isOnMatter = ({ clients, parties }: RunMatter, id: UserId) =>
  clients.includes(id) || parties.some(({ clientId }) => clientId === id)

/** Lists the tasks that people share who no longer have to do with them. */
export const listFormer = async (db: Db, matter: RunMatter, steps: readonly TemplateStep[]) =>
  (await listLinked(db, matter.id)).flatMap((linked) => {
    const { link, task } = linked
    const step = steps.find(({ key }) => key === link.stepKey)
    const isStill = step ? peopleIn(matter, step).includes(link.clientId) : isOnMatter(matter, link.clientId)
    return task === null || task.sharedId === null || isStill ? [] : [{ link, task }]
  })

/**
 * Ends what somebody who has left shares with those who stay. A started task is their own from now on, and no longer
 * counts for the matter; what they have done still does. Money and signatures under way stay as they are until they are
 * settled.
 */
export async function endSharing(ctx: Ctx, { link, task }: LinkedTask & { task: TaskRow }) {
  // All at once, as when one of them pays.
  await claimTasksByIds(ctx.db, await sharedIdsOf(ctx.db, task))
  const isDone = task.status === 'completed'
  if (isDone && task.formId === null) return
  if (!isDone && (await isUnderWay(ctx.db, task))) return
  await invalidateSharers(ctx, task)
  await rewordTask(ctx, task, { sharedId: null })
  if (!isDone) await matterTasks.remove(ctx.db, link)
}

const isUnderWay = async (db: Db, { id }: TaskRow) =>
  (await listTasksTaken(db, [id])).size > 0 || (await listStandingPayments(db, [id])).length > 0

/**
 * Refuses other answers to a form if the client has left every case that it was for, because they still decide its
 * steps. Answers that serve a case they are still on are theirs to correct.
 */
export async function refuseFormer(ctx: Ctx, { clientId, taskId }: DomainEvents['answersCorrected']) {
  const left = await countIfLeft(ctx, { clientId, taskId })
  if (left === 0) return
  throw notOnCase(left, 'this form was for, so your answers can’t be changed here')
}

/**
 * Refuses to delete a document that counts for others too, if the client has left every case that it was for. They
 * would be asked for it again, and not know why.
 */
export async function refuseFormerDeletion(ctx: Ctx, { clientId, taskId }: DomainEvents['documentDeleting']) {
  const [task] = await listTasksByIds(ctx.db, [taskId])
  if (!task || (await sharedIdsOf(ctx.db, task)).length === 1) return
  const left = await countIfLeft(ctx, { clientId, taskId })
  if (left > 0)
    throw notOnCase(left, 'this document was for, and it still counts there, so it can’t be deleted')
}

/** Counts the cases that a task is for, if the client is on none of them any more. Returns 0 otherwise. */
async function countIfLeft({ db }: Ctx, { clientId, taskId }: { clientId: UserId; taskId: TaskId }) {
  const ids = await matterTasks.listMattersOf(db, taskId)
  const cases = (await Promise.all(ids.map((id) => showForTemplate(db, id)))).filter(
    (matter) => matter !== null,
  )
  return cases.some((matter) => isOnMatter(matter, clientId)) ? 0 : cases.length
}

const notOnCase = (cases: number, why: string) =>
  new Problem(
    'conflict',
    `You’re no longer on the ${cases === 1 ? 'case' : 'cases'} that ${why}. Please send us a message if something is wrong.`,
    { reason: 'not_on_case' },
  )
