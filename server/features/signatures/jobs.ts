import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { removeLapsedMarks } from './witness/store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    removeLapsedMarks: Record<string, never>
  }
}

export const signatureJobs = ({ transaction }: JobContext): JobTable => ({
  removeLapsedMarks: {
    schedule: '17,47 * * * *',
    isRunAtStart: true,
    run: async () => {
      await transaction(({ db, now }) => removeLapsedMarks(db, now))
    },
  },
})
