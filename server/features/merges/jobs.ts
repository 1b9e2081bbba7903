import { undoHours } from '#contract/merges.ts'
import { merged } from '#server/features/accounts/service.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { before, hours } from '#server/platform/time/durations.ts'
import { deleteRowsBefore, holdMerges, mergesBefore } from './store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    eraseMergeRows: Record<string, never>
  }
}

export const mergesJobs = ({ clock, transaction }: JobContext): JobTable => ({
  // What an undo needs, with the titles of closed tasks and what the merged record said, is not kept for longer than a
  // merge can be undone.
  eraseMergeRows: {
    schedule: '41 * * * *',
    run: () =>
      transaction(async ({ db }) => {
        // An undo that has begun in time still needs them.
        await holdMerges(db)
        const time = before(clock(), hours(undoHours))
        await deleteRowsBefore(db, time)
        await merged.eraseDetailsOfUndo(db, mergesBefore(db, time))
      }),
  },
})
