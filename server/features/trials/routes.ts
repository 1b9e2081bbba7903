import { trials } from '#contract/trials.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import { largestBody } from './image.ts'
import * as service from './service.ts'

export const trialsRoutes = feature(trials, {
  checkKey: service.checkKey,
  run: multiStep(service.tryDocument, { admit: service.admitTrial, bodyLimit: largestBody }),
})
