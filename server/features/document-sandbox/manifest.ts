import { documentSandbox } from '#contract/document-sandbox.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    documentSandbox: 'document.tried'
  }
}

export const documentSandboxFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(documentSandbox, {
      checkKey: service.checkKey,
      run: multiStep(service.tryDocument, { admit: service.admitTrial, bodyLimit: service.largestBody }),
    }),
  ],
})
