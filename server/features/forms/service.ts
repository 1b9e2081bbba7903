import { postcodeOf } from '#contract/address.ts'
import {
  type ClientQuestionnaire,
  type Draft,
  type FormType,
  formFor,
  type forms,
  rulesOf,
} from '#contract/forms.ts'
import { type Input, invalid } from '#contract/kit.ts'
import { Problem } from '#contract/problem.ts'
import type { Task, TaskId } from '#contract/tasks.ts'
import { recordParticulars } from '#server/features/accounts/service.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { claimTask, getTask, settleTask, startTask, type TaskRow } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

/** Submits a form, or corrects it as long as the firm has not accepted it. Every version is kept. */
export async function completeTask(ctx: Ctx, { id, formData }: Input<typeof forms.complete>) {
  const task = await claimTask(ctx, id)
  const form = formOrRefuse(task)
  const answers = checked(form, formData, ctx.now)
  const version = await keepVersion(ctx, task, { form, formData: answers })
  if (form === 'client_questionnaire') await tellWhoTheyAre(ctx, answers as ClientQuestionnaire)
  await store.removeDraft(ctx.db, task.clientId, id)
  if (task.status !== 'completed') await tellItIsDone(ctx, task)
  await audit(ctx, 'form.submitted', { details: { taskId: id, form, version: String(version) } })
  await ctx.tell(task.clientId, 'forms')
  return settleTask(ctx, task)
}

/** Keeps what was typed. A completed task stays completed: its draft is a correction under way. */
export async function saveDraft(ctx: Ctx, { id, formData, step }: Input<typeof forms.saveDraft>) {
  const task = await claimTask(ctx, id)
  formOrRefuse(task)
  refuseAccepted(await store.findNewest(ctx.db, task.clientId, id))
  await store.saveDraft(ctx.db, { taskId: id, clientId: task.clientId, formData, step, savedAt: ctx.now })
  if (task.status === 'pending') await startTask(ctx, task)
  return { formData, step, savedAt: ctx.now }
}

export async function readDraft({ db, actor }: Ctx, { id }: Input<typeof forms.draft>): Promise<Draft> {
  formOrRefuse(await getTask(db, actor.id, id))
  return (await store.findDraft(db, actor.id, id)) ?? { formData: {}, step: 1, savedAt: null }
}

export async function listAnswers({ db, actor }: Ctx, { id }: { id: TaskId }) {
  formOrRefuse(await getTask(db, actor.id, id))
  return store.listOf(db, actor.id, id)
}

const formOrRefuse = (task: Pick<Task, 'title' | 'kind' | 'category'>): FormType => {
  const form = formFor(task)
  if (form !== null) return form
  throw new Problem('unprocessable', 'This task asks for something else than a form.', {
    reason: 'wrong_task',
  })
}

const checked = (form: FormType, formData: Record<string, unknown>, now: Date) => {
  const answers = rulesOf(form, now.toISOString().slice(0, 10)).safeParse(formData)
  if (!answers.success) throw invalid(answers.error)
  return answers.data
}

// The claimed task is locked, so that two submissions cannot both be the same version.
const keepVersion = async (
  ctx: Ctx,
  { id, clientId }: TaskRow,
  { form, formData }: { form: FormType; formData: Record<string, unknown> },
) => {
  const newest = await store.findNewest(ctx.db, clientId, id)
  refuseAccepted(newest)
  const version = (newest?.version ?? 0) + 1
  await store.insert(ctx.db, { taskId: id, clientId, form, version, formData, submittedAt: ctx.now })
  return version
}

const refuseAccepted = (newest: { isAccepted: boolean } | null) => {
  if (newest?.isAccepted)
    throw new Problem(
      'conflict',
      'The firm has accepted these answers, so they can no longer be changed here. Please call us if something is wrong.',
      { reason: 'already_accepted' },
    )
}

const tellWhoTheyAre = (ctx: Ctx, { fullName, dob, address }: ClientQuestionnaire) =>
  recordParticulars(ctx, { fullName, dateOfBirth: dob, address, postalCode: postcodeOf(address) })

const tellItIsDone = async (ctx: Ctx, { id, clientId, title }: TaskRow) => {
  await recordActivity(ctx, clientId, {
    type: 'task_completed',
    description: `Completed: ${title}`,
    metadata: { taskId: id },
  })
}
