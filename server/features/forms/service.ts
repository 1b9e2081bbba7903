import { isDeepStrictEqual } from 'node:util'
import type { UserId } from '#contract/accounts/accounts.ts'
import { checkAnswers, filesOf } from '#contract/forms/firm-answers.ts'
import type { FirmForm } from '#contract/forms/firm-form.ts'
import {
  type Answers,
  type AnswersOfClient,
  type ClientQuestionnaire,
  type Draft,
  type FormType,
  formFor,
  type forms,
  noneRead,
  type RiskAssessment,
  rulesOf,
} from '#contract/forms/forms.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { invalidFields, notFound, Problem } from '#contract/kit/problem.ts'
import { invalidInput } from '#contract/kit/transport.ts'
import { isDone, type Task, type TaskId } from '#contract/tasks.ts'
import {
  clientScopeOf,
  declareDetails,
  findClientOf,
  getAccount,
  invalidateFirmPagesOf,
} from '#server/features/accounts/service.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import {
  claimOwnTask,
  fileScopeOf,
  getOwnTask,
  listForms,
  settleTask,
  startTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx, Member, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { findKnownAnswers, type KnownAnswersDependencies } from './known-answers.ts'
import { refuseUnseen, saveOwnDraft } from './own-drafts.ts'
import {
  readOwn,
  readShared,
  refuseOlder,
  removeFormerlyShared,
  type Sharing,
  saveSharedDraft,
  sharingOf,
} from './shared-drafts.ts'
import * as store from './store.ts'

export {
  listNewestOfTasks as listNewestAnswers,
  updateMerged as markMergedAnswers,
  updateUnmerged as unmarkMergedAnswers,
} from './store.ts'

// Limits submissions, because every version is kept.
export const formRate: Limit = { name: 'form', points: 60, duration: 3600 }

/** Submits a form, or corrects it as long as the firm has not accepted it. Every version is kept. */
export async function completeTask(ctx: MultiStepCtx<Client>, input: Input<typeof forms.complete>) {
  await ctx.ports.limits.count(formRate, ctx.actor.id)
  return ctx.transaction((step) => submit(step, input))
}

async function submit(
  ctx: Ctx<Client>,
  { id, formData, draftVersion, questions: seen, ...basis }: Input<typeof forms.complete>,
) {
  const task = await claimOwnTask(ctx, id)
  const form = formOrRefuse(task)
  const questions = await questionsOf(ctx.db, task)
  if (questions && seen) refuseOtherQuestions(questions, seen)
  const answers = checked(form, { formData, questions, now: ctx.now })
  if (questions) await refuseForeignFiles(ctx, task, { questions, answers })
  const newest = await store.findNewest(ctx.db, task.clientId, id)
  refuseAccepted(newest)
  const sharing = await sharingOf(ctx, task)
  // Sending the same answers again is a click too many, not a correction.
  const isRepeated = isDone(task) && newest !== null && isSame(newest.formData, answers)
  const submittedAt = sharing || isRepeated ? null : (newest?.submittedAt ?? null)
  await refuseUnseen(ctx.db, { clientId: task.clientId, taskId: id, ...basis, submittedAt })
  if (newest) await ctx.publish('answersCorrected', { clientId: task.clientId, taskId: id })
  if (sharing) await endShared(ctx, { task, sharing, draftVersion })
  else await removeFormerlyShared(ctx, task, { version: draftVersion })
  await store.removeDraft(ctx.db, task.clientId, id)
  const version = (newest?.version ?? 0) + 1
  if (!isRepeated) await keepVersion(ctx, task, { form, version, questions, formData: answers })
  await ctx.invalidate(task.clientId, 'forms')
  return settleTask(ctx, task)
}

/**
 * Ends a shared draft on submission. Refuses it if someone has typed since it was read. A private draft leaves the
 * shared one as it was.
 */
async function endShared(
  { db, actor }: Ctx<Client>,
  { task, sharing, draftVersion }: { task: TaskRow; sharing: Sharing; draftVersion: number | undefined },
) {
  if (draftVersion === noneRead || (await store.findDraft(db, actor.id, task.id)) !== null) return
  const row = await store.findShared(db, sharing.sharedId)
  await refuseOlder(db, { row, version: draftVersion ?? row?.version ?? 0, me: actor.id })
  await store.removeShared(db, sharing.sharedId)
}

/** Saves a draft. A completed task stays completed, and its draft is a correction in progress. */
export async function saveDraft(ctx: Ctx<Client>, typed: Input<typeof forms.saveDraft>): Promise<Draft> {
  const task = await claimOwnTask(ctx, typed.id)
  formOrRefuse(task)
  const newest = await store.findNewest(ctx.db, task.clientId, task.id)
  refuseAccepted(newest)
  if (newest) await ctx.publish('answersCorrected', { clientId: task.clientId, taskId: task.id })
  const sharing = await sharingOf(ctx, task)
  if (task.status === 'pending') await startTask(ctx, task)
  if (sharing) return withSubmission(await saveSharedDraft(ctx, { task, sharing }, typed), newest)
  await removeFormerlyShared(ctx, task, { version: undefined, ...typed.shared })
  return withSubmission(await saveOwnDraft(ctx, typed, newest?.submittedAt ?? null), newest)
}

export async function readDraft(
  ctx: Ctx<Client>,
  { id }: Input<typeof forms.draft>,
  dependencies: KnownAnswersDependencies,
): Promise<Draft> {
  const { db, actor } = ctx
  const task = await getOwnTask(db, actor.id, id)
  const form = formOrRefuse(task)
  const sharing = await sharingOf(ctx, task)
  const kept = sharing
    ? await readShared(ctx, task, sharing)
    : ((await readOwn(ctx, task)) ?? { formData: {}, step: 1, savedAt: null })
  const draft = withSubmission(kept, await store.findNewest(db, actor.id, id))
  const questions = await questionsOf(db, task)
  return {
    ...draft,
    ...(await findKnownAnswers(ctx, form, dependencies)),
    ...(questions && { questions }),
  }
}

const withSubmission = (draft: Draft, newest: Answers | null): Draft =>
  newest ? { ...draft, submittedAt: newest.submittedAt } : draft

/** Returns the questions of a form in the firm's own words. Null for a built-in form. */
const questionsOf = async (db: Db, { formId }: Pick<TaskRow, 'formId'>) =>
  formId === null ? null : ((await listForms(db, [formId])).get(formId) ?? notFound('form'))

export async function listAnswers({ db, actor }: Ctx<Client>, { id }: { id: TaskId }) {
  formOrRefuse(await getOwnTask(db, actor.id, id))
  return store.listOf(db, actor.id, id)
}

/** How many versions of a form the firm reads: the newest, and ten to compare it with. */
const versionsRead = 11

/** Returns the answers of a client, and what they have replaced, to staff who may see that client. */
export async function listOfClient({ db, actor }: Ctx<Staff>, { id }: Input<typeof forms.ofClient>) {
  const client = await findClientOf(db, actor, id)
  const { hidden } = fileScopeOf(db, clientScopeOf(db, actor))
  const versions = await store.listVersionsOf(db, client.id, { hidden, limit: versionsRead })
  return Promise.all(
    [...Map.groupBy(versions, ({ taskId }) => taskId).values()].flatMap(([newest, ...earlier]) =>
      newest ? withEarlier(db, newest, earlier) : [],
    ),
  )
}

type Version = Awaited<ReturnType<typeof store.listVersionsOf>>[number]

const withEarlier = async (
  db: Db,
  { mergedFromId, place: _, ...answers }: Version,
  earlier: readonly Version[],
): Promise<AnswersOfClient> => ({
  ...answers,
  mergedFrom: mergedFromId && (await recordOf(db, mergedFromId)),
  earlier: earlier.map(({ version, formData, questions, submittedAt }) => ({
    version,
    formData,
    questions,
    submittedAt,
  })),
})

async function recordOf(db: Db, id: UserId) {
  const account = await getAccount(db, id)
  return { name: fullName(account), email: account.email }
}

const formOrRefuse = (task: Pick<Task, 'title' | 'kind' | 'category'>): FormType => {
  const form = formFor(task)
  if (form !== null) return form
  throw new Problem('unprocessable', "This task isn't a form.", {
    reason: 'wrong_task',
  })
}

interface Given {
  formData: Record<string, unknown>
  questions: FirmForm | null
  now: Date
}

const checked = (form: FormType, { formData, questions, now }: Given): Record<string, unknown> => {
  if (form === 'firm_form') return checkedFirmForm(questions ?? notFound('form'), formData)
  const answers = rulesOf(form, londonDay(now)).safeParse(formData)
  if (!answers.success) throw invalidInput(answers.error)
  return answers.data
}

function checkedFirmForm(questions: FirmForm, formData: Record<string, unknown>) {
  const { answers, faults } = checkAnswers(questions, formData)
  if (Object.keys(faults).length === 0) return answers
  throw invalidFields(faults)
}

/** Refuses a form that names files of another client. */
async function refuseForeignFiles(
  ctx: Ctx,
  { clientId }: TaskRow,
  { questions, answers }: { questions: FirmForm; answers: Record<string, unknown> },
) {
  const documentIds = filesOf(questions, answers).map(({ documentId }) => documentId)
  if (documentIds.length > 0) await ctx.publish('filesNamed', { clientId, documentIds })
}

// The claimed task is locked, so that two submissions cannot get the same version.
async function keepVersion(
  ctx: Ctx<Member>,
  task: TaskRow,
  answers: Pick<Answers, 'form' | 'version' | 'formData' | 'questions'>,
) {
  const { id: taskId, clientId } = task
  const { form, version, formData } = answers
  await store.insert(ctx.db, { ...answers, taskId, clientId, submittedAt: ctx.now })
  if (form === 'client_questionnaire') {
    await declareFromQuestionnaire(ctx, formData as ClientQuestionnaire)
    await publishMatterDescription(ctx, clientId, formData as ClientQuestionnaire)
  }
  if (form === 'risk_assessment')
    await ctx.publish('riskAssessmentSubmitted', { clientId, answers: formData as RiskAssessment })
  if (!isDone(task)) await recordCompletion(ctx, task)
  await invalidateFirmPagesOf(ctx, clientId, 'forms')
  await audit(ctx, 'form.submitted', { details: { taskId, form, version: String(version) } })
}

// Stored answers lack unanswered fields, which JSON drops here too. The order of fields does not matter.
const isSame = (kept: Answers['formData'], answers: Answers['formData']) =>
  isDeepStrictEqual(kept, JSON.parse(JSON.stringify(answers)))

/**
 * Refuses answers to questions that the firm has changed since: those to a removed one would be lost without a word,
 * and a new one could not be pointed at on the page that the client sees.
 */
const refuseOtherQuestions = (questions: FirmForm, seen: FirmForm) => {
  if (isDeepStrictEqual(questions, seen)) return
  throw new Problem(
    'conflict',
    'We’ve changed the questions of this form since you opened it, so it wasn’t submitted. Your answers to the questions that are still here have been kept. Please check each page, then submit it again.',
    { reason: 'form_changed' },
  )
}

const refuseAccepted = (newest: { isAccepted: boolean } | null) => {
  if (newest?.isAccepted)
    throw new Problem(
      'conflict',
      "We've accepted these answers, so they can no longer be changed here. Please call us if something is wrong.",
      { reason: 'already_accepted' },
    )
}

const declareFromQuestionnaire = (ctx: Ctx<Member>, { fullName, dob, address, phone }: ClientQuestionnaire) =>
  declareDetails(ctx, { source: 'questionnaire', fullName, dateOfBirth: dob, address, phone })

const publishMatterDescription = (
  ctx: Ctx,
  clientId: TaskRow['clientId'],
  { legalMatter, description }: ClientQuestionnaire,
) => ctx.publish('matterDescribed', { clientId, legalMatter, description })

const recordCompletion = async (ctx: Ctx, { id, clientId, title }: TaskRow) => {
  await recordActivity(ctx, clientId, {
    type: 'task_completed',
    description: `Completed: ${title}`,
    metadata: { taskId: id },
  })
}
