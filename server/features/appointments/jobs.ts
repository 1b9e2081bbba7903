import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { remindAll } from './reminders.ts'

export const appointmentsJobs = (jobContext: JobContext): JobTable => ({
  remindOfAppointments: () => remindAll(jobContext),
})
