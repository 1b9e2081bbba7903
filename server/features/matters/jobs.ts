import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterEvent } from '#contract/matters/matters.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { notifyOfStage } from './commands.ts'
import { followTasks } from './task-steps.ts'

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
