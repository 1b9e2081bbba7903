import type { UserId } from '#contract/accounts/accounts.ts'
import { whyAgain } from '#contract/identity/in-date.ts'
import { asks, isPersonal, type TemplateStep, wordsWithAmount } from '#contract/templates/step.ts'
import { type MatterTaskRow, matterTasks } from '#server/features/matters/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import {
  addTask,
  getTask,
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

/** Opens the steps that can open now for whoever has to do them. What can follow from that opens with the next call. */
export async function openSteps(ctx: Ctx, state: MatterState): Promise<Opened[]> {
  const opened: Opened[] = []
  const links: MatterTaskRow[] = []
  const tasksOf = readClientTasks(ctx.db)
  for (const step of state.steps) {
    if (state.states.get(step.key) !== 'open') continue
    const beside = state.tasksOf(step.key).flatMap(({ task }) => task ?? [])
    for (const clientId of state.peopleOf(step))
      if (!state.tasksOf(step.key).some(({ link }) => link.clientId === clientId)) {
        const { task, isNew, isAdopted } = await openStep(ctx, state, {
          step,
          clientId,
          beside,
          theirs: await tasksOf(clientId),
        })
        beside.push(task)
        opened.push({ clientId, taskId: task.id, title: task.title, isNew })
        const link = { matterId: state.matter.id, stepKey: step.key, clientId, taskId: task.id }
        links.push({ ...link, isAdopted, openedAt: ctx.now })
      }
  }
  await matterTasks.insertSteps(ctx.db, links)
  return opened
}

/** A client's tasks, and those among them that belong to any matter. */
interface ClientTasks {
  rows: TaskRow[]
  used: Set<TaskRow['id']>
}

/** Reads the tasks of each client once. Whoever opens a step for a client adds to them what it changes. */
function readClientTasks(db: Ctx['db']) {
  const known = new Map<UserId, ClientTasks>()
  return async (clientId: UserId) => {
    const read = known.get(clientId) ?? {
      rows: await listTaskRows(db, clientId),
      used: await matterTasks.listUsed(db, clientId),
    }
    known.set(clientId, read)
    return read
  }
}

interface Opening {
  step: TemplateStep
  clientId: UserId
  /** The tasks of other people for the same step. */
  beside: TaskRow[]
  theirs: ClientTasks
}

async function openStep(ctx: Ctx, state: MatterState, { step, clientId, beside, theirs }: Opening) {
  const { known, isOver } = await findKnown(ctx, state, { step, theirs })
  const [first] = step.everyone === 'any' ? beside : []
  const sharedId = first ? (first.sharedId ?? first.id) : null
  if (first && first.sharedId === null) {
    await rewordTask(ctx, first, { sharedId })
    first.sharedId = sharedId
  }
  const dueOn = state.dueOf(step, ctx.now)
  const matterId = isPersonal(step) ? null : state.matter.id
  const why = isOver ? whyAgain({ kind: step.asks }, await findFirm(ctx.db)) : null
  // The check from the other case stays valid there. Only this case asks for a newer one.
  const task = known ?? (await make(ctx, { step, clientId, dueOn, matterId, sharedId, why }))
  const wasHeld = known !== undefined && isHeldTask(known)
  if (known && known.status !== 'completed') await adopt(ctx, known, { dueOn, matterId, sharedId })
  if (wasHeld) await restartTasks(ctx, [known.id])
  const opened = { ...task, sharedId, isOfClosed: false }
  theirs.rows = known
    ? theirs.rows.map((row) => (row.id === task.id ? opened : row))
    : [...theirs.rows, opened]
  theirs.used.add(task.id)
  return { task: opened, isNew: known === undefined || wasHeld, isAdopted: known !== undefined }
}

type Adopted = Pick<TaskRow, 'dueOn' | 'matterId' | 'sharedId'>

/** Gives a task that the client already has what the step says of it. */
async function adopt(ctx: Ctx, task: TaskRow, { dueOn, matterId, sharedId }: Adopted) {
  const change = { sharedId, matterId: matterId ?? task.matterId, dueOn: dueOn ?? task.dueOn }
  const isSame =
    change.sharedId === task.sharedId && change.matterId === task.matterId && change.dueOn === task.dueOn
  if (isSame) await ctx.invalidate(task.clientId, 'tasks')
  else await rewordTask(ctx, task, change)
}

interface Making extends Adopted, Pick<Opening, 'step' | 'clientId'> {
  /** Why the client's earlier check cannot be reused. */
  why: string | null
}

async function make(ctx: Ctx, { step, clientId, why, ...place }: Making) {
  const words = await wordsOf(ctx, step)
  const { id } = await addTask(ctx, {
    ...words,
    ...place,
    description: why ? `${words.description}\n${why}` : words.description,
    clientId,
    kind: step.asks,
    category: asks[step.asks].category,
    currency: words.amount === null ? null : 'GBP',
    vat: words.amount === null ? null : 0,
  })
  return getTask(ctx.db, clientId, id)
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
  { step, theirs: { rows, used } }: Pick<Opening, 'step' | 'theirs'>,
): Promise<Known> {
  const same = rows.filter(
    ({ id, kind }) => kind === step.asks && !linked.some(({ link }) => link.taskId === id),
  )
  if (isPersonal(step)) {
    const done = same.filter(({ status }) => status === 'completed')
    const counting = done.findLast(await countsForOthers(ctx, done))
    const isOver = done.length > 0 && counting === undefined
    return { known: counting ?? same.find(({ status }) => status !== 'completed'), isOver }
  }
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
