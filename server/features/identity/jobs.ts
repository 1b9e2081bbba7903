import { UserId } from '#contract/accounts.ts'
import type { JobContext } from '#server/platform/job-context.ts'
import type { JobTable } from '#server/platform/jobs.ts'
import { compareFacesOf } from './comparing.ts'

export const identityJobs = (jobContext: JobContext): JobTable => ({
  compareFaces: ({ clientId }) => compareFacesOf(jobContext, UserId.parse(clientId)),
})
