import type { UserId } from '#contract/accounts/accounts.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { before, days } from '#server/platform/time/durations.ts'
import { offerReset } from './password-reset.ts'
import * as sessions from './sessions/store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    offerReset: { userId: UserId }
    eraseOld: Record<string, never>
  }
}

export const accountsJobs = ({ read, clock, transaction }: JobContext): JobTable => ({
  offerReset: { run: ({ userId }) => transaction((ctx) => offerReset(ctx, userId)) },
  // Deletes sessions and tokens that can never be used again.
  eraseOld: {
    schedule: '17 3 * * *',
    run: async () => {
      await sessions.removeBefore(read, before(clock(), days(1)))
      await sessions.removeExpiredTokens(read, clock())
    },
  },
})
