import type { UserId } from '#contract/accounts/accounts.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { compareFacesOf } from './compare-faces.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    compareFaces: { clientId: UserId }
  }
}

export const identityJobs = (jobContext: JobContext): JobTable => ({
  compareFaces: { queue: 'heavy', run: ({ clientId }) => compareFacesOf(jobContext, clientId) },
})
