import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { before, hours, minutes } from '#server/platform/time/durations.ts'
import { overdue } from './charge-card.ts'
import { reconcile } from './reconcile-payment.ts'
import * as store from './store.ts'

// A processor that leaves three questions open is down: the others wait a minute, and other jobs do not.
const enough = 3
// A slow one is asked again a minute later, so that a run ends long before it would be taken for dead.
const longest = minutes(1)

export const paymentsJobs = (jobContext: JobContext): JobTable => ({
  settlePayments: async () => {
    const end = performance.now() + longest
    let unanswered = 0
    for (const payment of await unsureOf(jobContext)) {
      if (!(await reconcile(jobContext, payment))) unanswered += 1
      if (unanswered >= enough || performance.now() > end) return
    }
  },
})

/** Those whose answer is overdue, and after them those that were given up within the hour. */
const unsureOf = async ({ read, ports: { processor }, clock }: JobContext) => [
  ...(await store.listChecking(read, processor.name, before(clock(), overdue))),
  ...(await store.listGivenUp(read, processor.name, before(clock(), hours(1)))),
]
