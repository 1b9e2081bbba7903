import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { MatterEvent } from '#contract/matters/matters.ts'
import { taskSteps } from '#contract/matters/next-action.ts'
import { restrictedBesides } from '#server/features/accounts/service.ts'
import { hasNothingDue, listTasksShownTo } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { invalidateMatter, notifyOfStage } from './service/commands.ts'
import type { MatterRow } from './store.ts'
import * as store from './store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    notifyOfStage: { eventId: MatterEvent['id'] }
    followTasks: { clientId: UserId }
  }
}

export const mattersJobs = (jobContext: JobContext): JobTable => ({
  notifyOfStage: { run: ({ eventId }) => jobContext.transaction((ctx) => notifyOfStage(ctx, eventId)) },
  followTasks: { run: ({ clientId }) => jobContext.transaction((ctx) => followTasks(ctx, clientId)) },
})

const steps = Object.values(taskSteps)

/** Queued as a job, because the same transaction may still open further tasks. */
export async function queueTaskSteps(ctx: Ctx, { clientId }: DomainEvents['tasksDueChanged']) {
  if ((await store.listAtSteps(ctx.db, clientId, steps)).length === 0) return
  await ctx.enqueue('followTasks', { clientId }, { key: `followTasks:${clientId}` })
}

/** Updates the portal's own next steps of a client's matters to match their clients' tasks. Idempotent. */
async function followTasks(ctx: Ctx, clientId: UserId) {
  for (const id of await store.listAtSteps(ctx.db, clientId, steps)) {
    const row = await store.lock(ctx.db, id)
    // A person may have set another step in the meantime.
    if (row?.status !== 'open' || !steps.some((step) => step === row.nextStep)) continue
    const nextStep = await stepOf(ctx.db, row)
    if (nextStep === row.nextStep) continue
    const assignee = nextStep === taskSteps.review ? 'firm' : 'client'
    const assignedAt = assignee === row.assignee ? row.assignedAt : ctx.now
    await invalidateMatter(ctx, await store.update(ctx.db, id, { nextStep, assignee, assignedAt }))
  }
}

async function stepOf(db: Db, { id }: MatterRow) {
  const clients = await store.listClients(db, [id])
  // Otherwise the step would tell everybody on this matter what the client does for another that is restricted.
  const shown = { hiddenMatters: restrictedBesides(db, [id]) }
  const areDone = await Promise.all(clients.map(({ clientId }) => hasNothingDue(db, clientId, shown)))
  if (areDone.every(Boolean)) return taskSteps.review
  const lists = await Promise.all(clients.map(({ clientId }) => listTasksShownTo(db, shown, clientId)))
  return lists.flat().some(({ status }) => status !== 'pending') ? taskSteps.finish : taskSteps.begin
}
