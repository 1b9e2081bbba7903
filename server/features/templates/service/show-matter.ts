import { alreadyDone, type DoneCheck, goodUntil } from '#contract/identity/in-date.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { ReuseLimits } from '#contract/settings.ts'
import { taskState } from '#contract/tasks.ts'
import { differencesOf } from '#contract/templates/differences.ts'
import { conditionWords, questionWords } from '#contract/templates/rules.ts'
import { stagesOfSteps } from '#contract/templates/stage-of-step.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import type {
  Differences,
  MatterStep,
  MatterWorkflow,
  matterTemplates,
  TypePreview,
} from '#contract/templates/templates.ts'
import { namesOf } from '#server/features/accounts/service.ts'
import {
  claimMatterOf,
  findMatterOf,
  showForTemplate,
  show as showOwnMatter,
} from '#server/features/matters/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { ensureShipped, shippedFor } from '../service.ts'
import * as store from '../store.ts'
import { checksOf, type LinkedTask, listLinked, type MatterState, readState } from './matter-state.ts'
import { changeVersion } from './run-matter.ts'

export const showWorkflow = async (ctx: Ctx<Staff>, { id }: Input<typeof matterTemplates.one>) =>
  workflowOf(ctx, await findMatterOf(ctx, id))

/**
 * Moves a matter to the newest version. Throws `conflict` if a newer one has been published since, because the user
 * must have seen what changes.
 */
export async function moveMatter(ctx: Ctx<Staff>, { id, version }: Input<typeof matterTemplates.move>) {
  const matterId = await claimMatterOf(ctx, id)
  const matter = await showForTemplate(ctx.db, matterId)
  const newest = matter && (await store.findPublished(ctx.db, matter.type))
  if (!matter || newest?.version !== version) throw outdated()
  if (matter.status !== 'open')
    throw new Problem('conflict', 'This case isn’t open, so its steps can’t be changed.', {
      reason: `case_${matter.status}`,
    })
  await changeVersion(ctx, matter, newest)
  await audit(ctx, 'case.template_changed', {
    subjectId: matter.clientId,
    details: { reference: matter.reference, type: matter.type, version: String(version) },
  })
  return workflowOf(ctx, matterId)
}

const outdated = () =>
  new Problem('conflict', 'The template has changed since you opened this page. Please look at it again.', {
    reason: 'template_changed',
  })

async function workflowOf(ctx: Pick<Ctx, 'db' | 'now'>, matterId: MatterId): Promise<MatterWorkflow> {
  const matter = await showForTemplate(ctx.db, matterId)
  if (matter === null) return { version: null, steps: [], newer: null }
  await ensureShipped(ctx, matter.type)
  const run = await store.findRun(ctx.db, matterId)
  const newest = await store.findPublished(ctx.db, matter.type)
  const isNewest = newest === null || newest.id === run?.version.id || matter.status !== 'open'
  return {
    version: run?.version.version ?? null,
    steps: run
      ? await stepsOf(ctx.db, await readState(ctx.db, matter, { ...run, steps: run.version.steps }))
      : [],
    newer: isNewest
      ? null
      : {
          version: newest.version ?? 1,
          note: newest.note,
          differences: inTitles(differencesOf(run?.version.steps ?? [], newest.steps)),
        },
  }
}

/** Returns what changing a matter's type would do to its steps. */
export async function previewType(
  ctx: Ctx<Staff>,
  { id, type }: Input<typeof matterTemplates.preview>,
): Promise<TypePreview | null> {
  const matterId = await findMatterOf(ctx, id)
  const steps = (await store.findPublished(ctx.db, type))?.steps ?? shippedFor(type)
  if (!steps) return null
  const run = await store.findRun(ctx.db, matterId)
  const before = run?.version.steps ?? []
  const { added, removed } = differencesOf(before, steps)
  return {
    added: added.map((step) => previewed(step, steps)),
    removed: removed.map((step) => previewed(step, before)),
    kept: steps.length - added.length,
  }
}

const previewed = ({ title, roles, condition }: TemplateStep, steps: readonly TemplateStep[]) => ({
  title,
  roles,
  onlyIf: condition && conditionWords(condition, steps),
})

const inTitles = ({ added, removed, changed }: ReturnType<typeof differencesOf>): Differences => ({
  added: added.map(({ title }) => title),
  removed: removed.map(({ title }) => title),
  changed: changed.map(({ step, aspects }) => ({ title: step.title, what: aspects })),
})

async function stepsOf(db: Db, state: MatterState): Promise<MatterStep[]> {
  const names = await namesOf(
    db,
    state.linked.map(({ link }) => link.clientId),
  )
  const reused = reusedAmong(state.linked)
  const limits = await findFirm(db)
  const checkOf = await checksOf(db, reused)
  const stages = stagesOfSteps(state.matter.type, state.steps)
  return state.steps.map((step) => ({
    key: step.key,
    asks: step.asks,
    title: step.title,
    roles: step.roles,
    everyone: step.everyone,
    state: state.states.get(step.key) ?? 'waiting',
    waitsFor: waitingWords(step, state),
    lacksPeople: state.peopleOf(step).length === 0,
    needsAccount: state.needsAccount(step.key),
    awaitsDate: awaitedDate(step, state),
    neededBy: isUndecided(step, state) ? null : (stages.get(step.key) ?? null),
    tasks: state.tasksOf(step.key).flatMap(({ link, task }) => {
      const person = names.get(link.clientId)
      return task && person
        ? {
            id: task.id,
            clientId: link.clientId,
            client: fullName(person),
            status: task.status,
            needsAnother: task.reason !== null,
            isInReview: taskState(task) === 'In review',
            doneBy: task.doneBy,
            dueOn: task.dueOn,
            ...reuseOf(checkOf(task.id), limits),
          }
        : []
    }),
  }))
}

/** Returns the key date that the due date of a step follows, if the case lacks it and the step is not over. */
const awaitedDate = ({ key, due }: TemplateStep, { states, matter }: MatterState) => {
  const state = states.get(key)
  const isOver = state === 'ended' || state === 'skipped'
  if (due.from !== 'date' || isOver) return null
  return matter.dates.some(({ kind }) => kind === due.date) ? null : due.date
}

/** Whether the form on which a step depends has yet to say if it applies. */
const isUndecided = ({ key, condition }: TemplateStep, { states }: MatterState) =>
  condition !== null && states.get(key) === 'waiting' && states.get(condition.step) !== 'ended'

const reuseOf = (check: DoneCheck | undefined, limits: ReuseLimits) =>
  check ? { reusedUntil: goodUntil(check, limits) } : {}

/** Returns the tasks that were completed for another case, before this one asked for them. */
const reusedAmong = (linked: readonly LinkedTask[]) =>
  linked.flatMap(({ link, task }) =>
    link.isAdopted && task?.completedAt && task.completedAt <= link.openedAt ? [task] : [],
  )

/** Returns the client's own tasks that were completed before the case. A task that is open again says why itself. */
export async function listReused(ctx: Ctx<Client>, { id }: Input<typeof matterTemplates.reused>) {
  const matter = await showOwnMatter(ctx, { id })
  const own = (await listLinked(ctx.db, matter.id)).filter(({ link }) => link.clientId === ctx.actor.id)
  return reusedAmong(own).flatMap((task) =>
    task.completedAt && task.reason === null
      ? [{ id: task.id, words: alreadyDone(task, londonDay(task.completedAt)) }]
      : [],
  )
}

const waitingWords = (step: TemplateStep, { states, steps }: MatterState) => {
  if (states.get(step.key) !== 'waiting') return null
  const open = step.waitsFor.filter((key) => !['ended', 'skipped'].includes(states.get(key) ?? 'ended'))
  const titles = open.map((key) => `“${steps.find((other) => other.key === key)?.title}”`)
  const condition = step.condition && `the answer to ${questionWords(step.condition, steps)}`
  return [...titles, ...(titles.length === 0 && condition ? [condition] : [])].join(', ') || null
}
