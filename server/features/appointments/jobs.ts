import type { JobContext } from '#server/platform/job-context.ts'
import type { JobTable } from '#server/platform/jobs.ts'
import { remindAll } from './reminding.ts'

export const appointmentsJobs = (jobContext: JobContext): JobTable => ({
  remindOfAppointments: () => remindAll(jobContext),
})
