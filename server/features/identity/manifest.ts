import { identity } from '#contract/identity/identity.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { submitCollected } from './collected-evidence.ts'
import { dropPicture, keepPicture, listComparisons } from './compare-faces.ts'
import { recordConsent, showConsent, withdrawConsent } from './consent.ts'
import { dropEvidence, keepEvidence } from './evidence.ts'
import { identityJobs } from './jobs.ts'
import * as reviewing from './reviews/service.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    identity:
      | 'verification.submitted'
      | 'verification.refused'
      | 'verification.accepted'
      | 'verification.rejected'
      | 'verification.reopened'
      | 'consent.recorded'
      | 'faces.compared'
  }
}

export const identityFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(identity, {
      complete: multiStep(service.completeVerification),
      verifications: ({ db, actor }) => store.listOf(db, actor.id),
      faceConsent: showConsent,
      withdrawFaceConsent: withdrawConsent,
      comparisons: listComparisons,
      waiting: reviewing.listWaiting,
      check: reviewing.showCheck,
      reopen: reviewing.reopenCheck,
      ofClient: reviewing.listOfClient,
      accept: reviewing.acceptVerification,
      askAgain: reviewing.askAgain,
    }),
  ],
  eventHandlers: {
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
  jobs: identityJobs,
  personalData,
})
