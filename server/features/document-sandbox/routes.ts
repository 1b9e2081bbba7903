import { documentSandbox } from '#contract/document-sandbox.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import * as service from './service.ts'

export const documentSandboxRoutes = feature(documentSandbox, {
  checkKey: service.checkKey,
  run: multiStep(service.tryDocument, { admit: service.admitTrial, bodyLimit: service.largestBody }),
})
