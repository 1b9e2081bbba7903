import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { settleAbsences } from './people/absences.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    settleAbsences: Record<string, never>
  }
}

export const firmJobs = ({ transaction }: JobContext): JobTable => ({
  settleAbsences: {
    // One of these two times in UTC is midnight in London.
    schedule: '0 0,23 * * *',
    isRunAtStart: true,
    run: () => transaction((ctx) => settleAbsences(ctx)),
  },
})
