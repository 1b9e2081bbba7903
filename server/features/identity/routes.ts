import { identity } from '#contract/identity.ts'
import { feature, staged } from '#server/platform/feature.ts'
import { dropEvidence, keepEvidence } from './evidence.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const identityRoutes = feature(
  identity,
  {
    complete: staged(service.completeVerification),
    verifications: ({ db, actor }) => store.listOf(db, actor.id),
  },
  {
    documentVerified: keepEvidence,
    documentRemoved: dropEvidence,
    clientReset: ({ db }, { clientId }) => store.removeAllOf(db, clientId),
  },
)
