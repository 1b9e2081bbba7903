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
    accountOpened: (ctx, { clientId }) => announce(ctx, 'client.joined', { clientId }),
    clientsImported: (ctx, { clientIds }) =>
      announceEach(
        ctx,
        'client.joined',
        clientIds.map((clientId) => ({ clientId })),
      ),
    mattersImported: (ctx, { matters }) =>
      announceEach(
        ctx,
        'case.opened',
        matters.map(({ clientId, matterId: caseId, reference }) => ({ clientId, caseId, reference })),
      ),
    taskCompleted: (ctx, { matterId, ...facts }) => announce(ctx, 'task.completed', facts, matterId),
    documentVerified: (ctx, { clientId, documentId, matterId }) =>
      announce(ctx, 'document.decided', { clientId, documentId, status: 'verified' }, matterId),
    documentRejected: (ctx, { clientId, documentId, matterId }) =>
      announce(ctx, 'document.decided', { clientId, documentId, status: 'rejected' }, matterId),
    documentSigned: (ctx, { clientId, documentId, matterId }) =>
      announce(ctx, 'document.signed', { clientId, documentId }, matterId),
    paymentMade: (ctx, { matterId, ...facts }) => announce(ctx, 'payment.paid', facts, matterId),
    paymentRefunded: (ctx, { matterId, ...facts }) => announce(ctx, 'payment.refunded', facts, matterId),
    matterOpened: (ctx, { matterId: caseId, clientId, reference }) =>
      announce(ctx, 'case.opened', { clientId, caseId, reference }),
    matterStaged: (ctx, { matterId: caseId, clientId, reference, stage }) =>
      announce(ctx, 'case.stage_changed', { clientId, caseId, reference, stage }),
    matterClosed: (ctx, { matterId: caseId, clientId, reference }) =>
      announce(ctx, 'case.closed', { clientId, caseId, reference }),
    clientReset: async ({ db }, { clientId }) => void (await store.removeAllOf(db, clientId)),
  },
  jobs: webhookJobs,
})
