import type { Backstage } from '#server/platform/backstage.ts'
import type { JobTable } from '#server/platform/jobs.ts'
import { reconcile } from './settling.ts'
import * as store from './store.ts'

// A processor that leaves three questions open is down: the others wait a minute, and other jobs do not.
const enough = 3

export const paymentsJobs = (backstage: Backstage): JobTable => ({
  settlePayments: async () => {
    const { read, ports } = backstage
    let unanswered = 0
    for (const payment of await store.listChecking(read, ports.processor.name)) {
      if (!(await reconcile(backstage, payment))) unanswered += 1
      if (unanswered >= enough) return
    }
  },
})
