import type { UserId } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { SignatureStep } from '#contract/signatures/recipients.ts'
import { isDone, type TaskId } from '#contract/tasks.ts'
import { claimTask, listTasks } from '#server/features/tasks/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import * as store from '../store.ts'

/** A case that a task is a step of. */
interface MatterOfTask {
  id: MatterId
  reference: string
  title: string
  /** Whether the person who asks may know of it. */
  isVisible: boolean
}

/** Answered by the matters feature, since only it knows which task is a step of which case. */
export interface StepDependencies {
  mattersOfTasks: (ctx: Ctx<Staff>, ids: readonly TaskId[]) => Promise<Map<TaskId, MatterOfTask[]>>
}

/** Answered by the matters feature, since only it knows who is a party to a case. */
export interface SendDependencies extends StepDependencies {
  listDeedParties: (ctx: Ctx<Staff>, deed: { matterId: MatterId; signerId: UserId }) => Promise<string[]>
}

interface Place {
  clientId: UserId
  /** Only steps of this case, or of all cases if null. */
  matterId: MatterId | null
}

/**
 * Lists the steps of a client that need a document to sign and have none yet. Steps of cases that this person may not
 * know of are left out. The caller has checked that they may see the client.
 */
export async function listSteps(
  ctx: Ctx<Staff>,
  { clientId, matterId }: Place,
  { mattersOfTasks }: StepDependencies,
): Promise<SignatureStep[]> {
  const open = (await listTasks(ctx.db, clientId)).filter(
    (task) => task.kind === 'signature' && !isDone(task),
  )
  const ids = open.map(({ id }) => id)
  const taken = await store.listTasksTaken(ctx.db, ids)
  const matters = await mattersOfTasks(ctx, ids)
  return open.flatMap(({ id, title }) => {
    const of = matters.get(id) ?? []
    const visible = of.filter(({ isVisible }) => isVisible)
    const matter = visible.find((candidate) => matterId === null || candidate.id === matterId) ?? null
    const isOthers = of.length > 0 && matter === null
    if (taken.has(id) || isOthers || (matterId !== null && matter === null)) return []
    return [
      { id, title, matter: matter && { id: matter.id, reference: matter.reference, title: matter.title } },
    ]
  })
}

/**
 * Returns the step that a document is for, and locks its task for the rest of the transaction. If no step is named,
 * takes the only one that waits, and none if there are several. Throws `conflict` if the named one no longer waits.
 */
export async function chooseStep(
  ctx: Ctx<Staff>,
  { taskId: wanted, ...place }: Place & { taskId: TaskId | null | undefined },
  dependencies: StepDependencies,
): Promise<SignatureStep | null> {
  if (wanted === null) return null
  const steps = await listSteps(ctx, place, dependencies)
  const [only] = steps.length === 1 ? steps : []
  const chosen = wanted === undefined ? only : steps.find(({ id }) => id === wanted)
  if (chosen) {
    await claimTask(ctx, { id: chosen.id, clientId: place.clientId, kinds: ['signature'] })
    // Another document may have been sent for it at the same moment.
    if (!(await store.findOfTask(ctx.db, chosen.id))) return chosen
  }
  if (wanted === undefined) return null
  const words = 'This step no longer needs a document to sign. Please choose another, or no step.'
  throw new Problem('conflict', words, { reason: 'step_over', fields: { taskId: words } })
}
