import { documentRequests } from '#contract/document-requests.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { requestDocument, withdrawRequest } from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    documentRequests: 'document.requested' | 'document.request_withdrawn'
  }
}

export const documentRequestsFeature = feature({
  rank: 'workflow',
  routes: [routesOf(documentRequests, { create: requestDocument, withdraw: withdrawRequest })],
})
