import { identity } from '#contract/identity.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import { submitCollected } from './collected-evidence.ts'
import { dropPicture, keepPicture, listComparisons } from './compare-faces.ts'
import { recordConsent, showConsent, withdrawConsent } from './consent.ts'
import { dropEvidence, keepEvidence } from './evidence.ts'
import * as reviewing from './reviews/service.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const identityRoutes = feature(
  identity,
  {
    complete: multiStep(service.completeVerification),
    verifications: ({ db, actor }) => store.listOf(db, actor.id),
    faceConsent: showConsent,
    withdrawFaceConsent: withdrawConsent,
    comparisons: listComparisons,
    waiting: reviewing.listWaiting,
    ofClient: reviewing.listOfClient,
    accept: reviewing.acceptVerification,
    askAgain: reviewing.askAgain,
  },
  {
    documentRead: keepPicture,
    documentVerified: keepEvidence,
    verificationWithdrawn: dropEvidence,
    documentRemoved: async (ctx, facts) => {
      await dropEvidence(ctx, facts)
      await dropPicture(ctx, facts)
    },
    documentSuperseded: dropPicture,
    faceUndecided: reviewing.withdrawAcceptance,
    evidenceCollected: submitCollected,
    faceComparisonAnswered: (ctx, { clientId, isGiven, textVersion }) =>
      recordConsent(ctx, { clientId, given: isGiven, textVersion }),
    clientReset: async ({ db }, { clientId }) => {
      await store.holdFaces(db, clientId)
      await store.removeAllOf(db, clientId)
    },
  },
)
