import { UserId } from '#contract/accounts.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { compareFacesOf } from './compare-faces.ts'

export const identityJobs = (jobContext: JobContext): JobTable => ({
  compareFaces: ({ clientId }) => compareFacesOf(jobContext, UserId.parse(clientId)),
})
