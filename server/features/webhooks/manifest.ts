import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { webhooks } from '#contract/webhooks.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { webhookJobs } from './jobs.ts'
import { announce, announceEach } from './service/announce-event.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    webhooks:
      | 'webhook.created'
      | 'webhook.changed'
      | 'webhook.switched_on'
      | 'webhook.switched_off'
      | 'webhook.disabled'
      | 'webhook.secret_renewed'
      | 'webhook.removed'
      | 'webhook.replayed'
  }
}

/** Adds the id that the body names the matter by. */
const withCase = ({ clientId, matterId, reference }: DomainEvents['matterOpened']) => ({
  clientId,
  matterId,
  caseId: matterId,
  reference,
})

export const webhooksFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(webhooks, {
      list: service.listWebhooks,
      create: multiStep(service.createWebhook),
      save: multiStep(service.saveWebhook),
      turn: multiStep(service.turnWebhook),
      renewSecret: multiStep(service.renewSecret),
      test: service.testWebhook,
      remove: multiStep(service.removeWebhook),
      deliveries: service.listDeliveries,
      replay: service.replayDelivery,
    }),
  ],
  eventHandlers: {
    accountOpened: (ctx, { clientId }) => announce(ctx, 'client.joined', { clientId, matterId: null }),
    clientsImported: (ctx, { clientIds }) =>
      announceEach(
        ctx,
        'client.joined',
        clientIds.map((clientId) => ({ clientId, matterId: null })),
      ),
    mattersImported: (ctx, { matters }) => announceEach(ctx, 'case.opened', matters.map(withCase)),
    taskCompleted: (ctx, facts) => announce(ctx, 'task.completed', facts),
    documentVerified: (ctx, { clientId, documentId, matterId }) =>
      announce(ctx, 'document.decided', { clientId, documentId, status: 'verified', matterId }),
    documentRejected: (ctx, { clientId, documentId, matterId }) =>
      announce(ctx, 'document.decided', { clientId, documentId, status: 'rejected', matterId }),
    documentSigned: (ctx, facts) => announce(ctx, 'document.signed', facts),
    paymentMade: (ctx, facts) => announce(ctx, 'payment.paid', facts),
    paymentRefunded: (ctx, facts) => announce(ctx, 'payment.refunded', facts),
    matterOpened: (ctx, matter) => announce(ctx, 'case.opened', withCase(matter)),
    matterStaged: (ctx, { stage, ...matter }) =>
      announce(ctx, 'case.stage_changed', { ...withCase(matter), stage }),
    matterClosed: (ctx, matter) => announce(ctx, 'case.closed', withCase(matter)),
    clientReset: async ({ db }, { clientId }) => void (await store.removeAllOf(db, clientId)),
  },
  jobs: webhookJobs,
})
