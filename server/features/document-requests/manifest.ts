import { documentRequests } from '#contract/document-requests.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { type Dependencies, requestDocument, withdrawRequest } from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    documentRequests: 'document.requested' | 'document.request_withdrawn'
  }
}

export const documentRequestsFeature = feature<{ matters: Dependencies }>({
  rank: 'workflow',
  routes: ({ matters }) => [
    routesOf(documentRequests, {
      create: (ctx, input) => requestDocument(ctx, input),
      withdraw: (ctx, input) => withdrawRequest(ctx, input, matters),
    }),
  ],
})
