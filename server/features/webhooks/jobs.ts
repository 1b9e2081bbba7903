import type { WebhookDeliveryId, WebhookId } from '#contract/webhooks.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import { before, days, minutes } from '#server/platform/time/durations.ts'
import { deliver } from './service/deliver.ts'
import * as store from './store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    deliverWebhook: { deliveryId: WebhookDeliveryId }
    deliverWebhooks: Record<string, never>
    eraseWebhookDeliveries: Record<string, never>
  }
}

const longest = minutes(1)
const kept = days(30)

export const webhookJobs = (jobContext: JobContext): JobTable => ({
  deliverWebhook: {
    queue: 'outbound',
    run: async ({ deliveryId }) => {
      await deliver(jobContext, deliveryId)
    },
  },
  deliverWebhooks: { queue: 'outbound', schedule: '* * * * *', run: () => deliverDue(jobContext) },
  eraseWebhookDeliveries: {
    schedule: '47 3 * * *',
    run: async () => {
      await store.removeSettledBefore(jobContext.read, before(jobContext.clock(), kept))
    },
  },
})

/**
 * Sends what is due again or was interrupted. If a delivery fails, the others of its webhook wait for the next minute.
 */
async function deliverDue(jobContext: JobContext) {
  const end = performance.now() + longest
  const dead = new Set<WebhookId>()
  for (const { id, webhookId } of await store.listDue(jobContext.read, jobContext.clock())) {
    if (dead.has(webhookId)) continue
    if (performance.now() > end) return
    if ((await deliver(jobContext, id)) === false) dead.add(webhookId)
  }
}
