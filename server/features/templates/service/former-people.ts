import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { matterTasks, showForTemplate } from '#server/features/matters/service.ts'
import { listStandingPayments } from '#server/features/payments/service.ts'
import { listTasksTaken } from '#server/features/signatures/service.ts'
import {
  claimTasksByIds,
  invalidateSharers,
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
export async function refuseFormer({ db }: Ctx, { clientId, taskId }: DomainEvents['answersCorrected']) {
  const ids = await matterTasks.listMattersOf(db, taskId)
  const cases = (await Promise.all(ids.map((id) => showForTemplate(db, id)))).filter(
    (matter) => matter !== null,
  )
  if (cases.length === 0 || cases.some((matter) => isOnMatter(matter, clientId))) return
  throw new Problem(
    'conflict',
    `You’re no longer on the ${cases.length === 1 ? 'case' : 'cases'} that this form was for, so your answers can’t be changed here. Please send us a message if something is wrong.`,
    { reason: 'not_on_case' },
  )
}
