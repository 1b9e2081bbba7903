import type { UserId } from '#contract/accounts/accounts.ts'
import { whyAgain } from '#contract/identity/in-date.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { asks, isPersonal, type TemplateStep, wordsWithAmount } from '#contract/templates/step.ts'
import { matterTasks } from '#server/features/matters/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import {
  addTask,
  claimTask,
  isHeldTask,
  keepForm,
  listTaskRows,
  restartTasks,
  rewordTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countsForOthers, type MatterState } from './matter-state.ts'

export const wordsOf = async (
  { db }: Ctx,
  { asks, title, description, amount, account, form, reminders }: TemplateStep,
) => ({
  title,
  description: wordsWithAmount({ description, amount }),
  amount: asks === 'payment' ? amount : null,
  account: asks === 'payment' ? account : null,
  formId: asks === 'firm_form' && form ? await keepForm(db, form) : null,
  reminders: reminders.length > 0 ? reminders : null,
})

export interface Opened {
  clientId: UserId
  taskId: TaskRow['id']
  title: string
  /** Whether the client was not asked for it until now: an earlier task comes silently, unless it was on hold. */
  isNew: boolean
}

export async function openSteps(ctx: Ctx, state: MatterState): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const step of state.steps) {
    if (state.states.get(step.key) !== 'open') continue
    const tasks = state.tasksOf(step.key).flatMap(({ task }) => task ?? [])
    for (const clientId of state.peopleOf(step))
      if (!state.tasksOf(step.key).some(({ link }) => link.clientId === clientId)) {
        const { task, isNew } = await openStep(ctx, state, { step, clientId, beside: tasks })
        tasks.push(task)
        opened.push({ clientId, taskId: task.id, title: task.title, isNew })
      }
  }
  return opened
}

interface Opening {
  step: TemplateStep
  clientId: UserId
  /** The tasks of other people for the same step. */
  beside: TaskRow[]
}

async function openStep(ctx: Ctx, state: MatterState, { step, clientId, beside }: Opening) {
  const { known, isOver } = await findKnown(ctx, state, { step, clientId })
  const [first] = step.everyone === 'any' ? beside : []
  const sharedId = first ? (first.sharedId ?? first.id) : null
  if (first && first.sharedId === null) await rewordTask(ctx, first, { sharedId })
  const dueDay = state.dueOf(step, ctx.now)
  const matterId = isPersonal(step) ? null : state.matter.id
  const why = isOver ? whyAgain({ kind: step.asks }, await findFirm(ctx.db)) : null
  // The check from the other case stays valid there. Only this case asks for a newer one.
  const task = known ?? (await make(ctx, { step, clientId, dueDay, matterId, why }))
  if (task.status !== 'completed')
    await rewordTask(ctx, task, { sharedId, ...(matterId && { matterId }), ...(dueDay && { dueOn: dueDay }) })
  const wasHeld = known !== undefined && isHeldTask(known)
  if (wasHeld) await restartTasks(ctx, [task.id])
  await matterTasks.insert(ctx.db, {
    matterId: state.matter.id,
    stepKey: step.key,
    clientId,
    taskId: task.id,
    isAdopted: known !== undefined,
    openedAt: ctx.now,
  })
  return { task: { ...task, sharedId }, isNew: known === undefined || wasHeld }
}

interface Making {
  dueDay: string | null
  matterId: MatterId | null
  /** Why the client's earlier check cannot be reused. */
  why: string | null
}

async function make(
  ctx: Ctx,
  { step, clientId, dueDay, matterId, why }: Pick<Opening, 'step' | 'clientId'> & Making,
) {
  const words = await wordsOf(ctx, step)
  const { id } = await addTask(ctx, {
    ...words,
    description: why ? `${words.description}\n${why}` : words.description,
    clientId,
    matterId,
    kind: step.asks,
    category: asks[step.asks].category,
    currency: words.amount === null ? null : 'GBP',
    vat: words.amount === null ? null : 0,
    dueOn: dueDay,
  })
  return claimTask(ctx, { id, clientId })
}

interface Known {
  known: TaskRow | undefined
  /** Whether the client has done it before, too long ago to count for this case. */
  isOver: boolean
}

/**
 * Finds a task that the client already has, so that they are not asked twice. Prefers the newest completed one that is
 * still in date.
 */
async function findKnown(
  ctx: Ctx,
  { linked }: MatterState,
  { step, clientId }: Pick<Opening, 'step' | 'clientId'>,
): Promise<Known> {
  const same = (await listTaskRows(ctx.db, clientId)).filter(
    ({ id, kind }) => kind === step.asks && !linked.some(({ link }) => link.taskId === id),
  )
  if (isPersonal(step)) {
    const done = same.filter(({ status }) => status === 'completed')
    const counting = done.findLast(await countsForOthers(ctx, done))
    const isOver = done.length > 0 && counting === undefined
    return { known: counting ?? same.find(({ status }) => status !== 'completed'), isOver }
  }
  const used = await matterTasks.listUsed(ctx.db, clientId)
  const isOfList = step.asks === 'proof_of_funds' || step.asks === 'payment'
  const known = same.find(
    (task) =>
      isOfList &&
      task.templateVersion > 0 &&
      task.status === 'pending' &&
      isSamePayment(task, step) &&
      !used.has(task.id),
  )
  return { known, isOver: false }
}

/** Two fees may happen to be equal: what a payment is for, and where it goes, have to agree as well. */
const isSamePayment = (task: TaskRow, step: TemplateStep) =>
  step.asks !== 'payment' ||
  (task.title === step.title && task.amount === step.amount && task.account === step.account)
