import type { UserId } from '#contract/accounts/accounts.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { compareFacesOf } from './compare-faces.ts'
import { followReports } from './reports/ask-provider.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    compareFaces: { clientId: UserId }
    followIdentityReports: Record<string, never>
  }
}

export const identityJobs = (jobContext: JobContext): JobTable => ({
  compareFaces: { queue: 'heavy', run: ({ clientId }) => compareFacesOf(jobContext, clientId) },
  followIdentityReports: { schedule: '*/5 * * * *', run: () => followReports(jobContext) },
})
