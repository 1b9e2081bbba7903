import type { UserId } from '#contract/accounts/accounts.ts'
import { type DoneCheck, isInDate } from '#contract/identity/in-date.ts'
import { londonDay } from '#contract/kit/london.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { isFinished } from '#contract/tasks.ts'
import { dueOn, type StepState, stepStates } from '#contract/templates/rules.ts'
import { isForGuests, type TemplateStep } from '#contract/templates/step.ts'
import { guestsAmong } from '#server/features/accounts/service.ts'
import { documentDatesOf } from '#server/features/documents/service.ts'
import { listNewestAnswers } from '#server/features/forms/service.ts'
import { type MatterTaskRow, matterTasks, showForTemplate } from '#server/features/matters/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { listTasksByIds, type TaskRow } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'

export type RunMatter = NonNullable<Awaited<ReturnType<typeof showForTemplate>>>

/** A step of a matter with its task. `task` is null if a person of the firm withdrew it. */
export interface LinkedTask {
  link: MatterTaskRow
  task: TaskRow | null
}

export interface MatterState {
  matter: RunMatter
  steps: readonly TemplateStep[]
  linked: LinkedTask[]
  states: Map<string, StepState>
  peopleOf: (step: TemplateStep) => UserId[]
  tasksOf: (key: string) => LinkedTask[]
  dueOf: (step: TemplateStep, openedAt: Date) => string | null
  /** Whether a step is skipped only because all who would do it are guests. */
  needsAccount: (key: string) => boolean
}

/** Returns the state of each step of a matter, and which of its people have to do it. */
export async function readState(
  db: Db,
  matter: RunMatter,
  { steps, startedAt }: { steps: readonly TemplateStep[]; startedAt: Date },
): Promise<MatterState> {
  const linked = await listLinked(db, matter.id)
  const tasksOf = (key: string) => linked.filter(({ link }) => link.stepKey === key)
  const guests = await guestsAmong(
    db,
    matter.parties.flatMap(({ clientId }) => clientId ?? []),
  )
  const peopleOf = (step: TemplateStep) =>
    peopleIn(matter, step).filter((id) => isForGuests(step) || !guests.has(id))
  const stepOf = (key: string) => steps.find((candidate) => candidate.key === key)
  const isBeyondGuests = (key: string) => {
    const step = stepOf(key)
    return step !== undefined && peopleIn(matter, step).length > 0 && peopleOf(step).length === 0
  }
  const isEnded = (key: string) => {
    const step = stepOf(key)
    return step !== undefined && isStepEnded(step, { people: peopleOf(step), tasks: tasksOf(key) })
  }
  const answers = await listNewestAnswers(
    db,
    linked.flatMap(({ link }) => link.taskId ?? []),
  )
  const answersOf = (key: string) => {
    const ids = new Set(tasksOf(key).map(({ link }) => link.taskId))
    return answers.filter(({ taskId }) => ids.has(taskId)).map(({ formData }) => formData)
  }
  const endedOn = (key: string) => {
    const last = tasksOf(key)
      .flatMap(({ task }) => task?.completedAt ?? [])
      .toSorted((a, b) => +b - +a)[0]
    return isEnded(key) && last ? londonDay(last) : null
  }
  const states = stepStates(steps, { isEnded, isBeyondGuests, answersOf })
  const ofAll = stepStates(steps, { isEnded, answersOf })
  return {
    matter,
    steps,
    linked,
    tasksOf,
    peopleOf,
    states,
    needsAccount: (key) => states.get(key) === 'skipped' && ofAll.get(key) !== 'skipped',
    dueOf: ({ due }, openedAt) =>
      dueOn(due, {
        startedOn: londonDay(startedAt),
        openedOn: londonDay(openedAt),
        dates: matter.dates,
        endedOn,
      }),
  }
}

export async function listLinked(db: Db, matterId: MatterId): Promise<LinkedTask[]> {
  const links = await matterTasks.listOf(db, matterId)
  const tasks = await listTasksByIds(
    db,
    links.flatMap(({ taskId }) => taskId ?? []),
  )
  return links.map((link) => ({ link, task: tasks.find(({ id }) => id === link.taskId) ?? null }))
}

/** Returns each person on the matter who has one of the step's roles, and an account or a guest's link. */
export function peopleIn({ clientId, clients, parties }: RunMatter, { roles }: TemplateStep): UserId[] {
  const named = parties.flatMap((party) =>
    party.clientId !== null && roles.includes(party.role) ? [party.clientId] : [],
  )
  const joint = clients.filter((id) => id !== clientId)
  return [
    ...new Set([
      ...(roles.includes('client') ? [clientId] : []),
      ...(roles.includes('joint_client') ? joint : []),
      ...named,
    ]),
  ]
}

const isOver = ({ task }: LinkedTask) => task === null || isFinished(task)

const isStepEnded = (
  { everyone }: TemplateStep,
  { people, tasks }: { people: UserId[]; tasks: LinkedTask[] },
) => {
  if (tasks.length === 0) return false
  // Only the task of the person who did it decides, because they may be asked for a replacement. The tasks of the
  // others only say who did it.
  if (everyone === 'any') return tasks.some((linked) => isOver(linked) && !linked.task?.doneBy)
  return people.every((id) => tasks.some((linked) => linked.link.clientId === id && isOver(linked)))
}

/** Returns the facts about completed checks that decide how long they can be reused, by task. */
export async function checksOf(db: Db, done: readonly TaskRow[]) {
  const dates = await documentDatesOf(
    db,
    done.map(({ id }) => id),
  )
  const checks = new Map(
    done.flatMap(({ id, kind, completedAt }) => {
      if (completedAt === null) return []
      const none = { expiresOn: null, documentOn: null }
      return [[id, { kind, completedOn: londonDay(completedAt), ...(dates.get(id) ?? none) }] as const]
    }),
  )
  return (id: TaskRow['id']): DoneCheck | undefined => checks.get(id)
}

/** Returns whether a task is done and recent enough to count for another case. */
export async function countsForOthers({ db, now }: Ctx, rows: readonly TaskRow[]) {
  if (rows.length === 0) return () => false
  const checkOf = await checksOf(db, rows)
  const limits = await findFirm(db)
  return ({ id, status }: TaskRow) => {
    if (status !== 'completed') return false
    const check = checkOf(id)
    return check === undefined || isInDate(check, londonDay(now), limits)
  }
}
