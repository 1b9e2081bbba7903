import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { strengthenSeals } from './service/strengthen-seals.ts'
import { removeLapsedMarks } from './witness/store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    removeLapsedMarks: Record<string, never>
    strengthenSeals: Record<string, never>
  }
}

export const signatureJobs = (jobContext: JobContext): JobTable => ({
  strengthenSeals: {
    queue: 'outbound',
    schedule: '*/5 * * * *',
    isRunAtStart: true,
    run: (_, stopping) => strengthenSeals(jobContext, stopping),
  },
  removeLapsedMarks: {
    schedule: '17,47 * * * *',
    isRunAtStart: true,
    run: async () => {
      await jobContext.transaction(({ db, now }) => removeLapsedMarks(db, now))
    },
  },
})
