import type { Backstage } from '#server/platform/backstage.ts'
import type { JobTable } from '#server/platform/jobs.ts'
import { remindAll } from './reminding.ts'

export const appointmentsJobs = (backstage: Backstage): JobTable => ({
  remindOfAppointments: () => remindAll(backstage),
})
