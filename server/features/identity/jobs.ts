import { UserId } from '#contract/accounts.ts'
import type { Backstage } from '#server/platform/backstage.ts'
import type { JobTable } from '#server/platform/jobs.ts'
import { compareFacesOf } from './comparing.ts'

export const identityJobs = (backstage: Backstage): JobTable => ({
  compareFaces: ({ clientId }) => compareFacesOf(backstage, UserId.parse(clientId)),
})
