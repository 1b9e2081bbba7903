import { identity } from '#contract/identity/identity.ts'
import { identityProvider, identityReports } from '#contract/identity/reports.ts'
import { reportInfected } from '#server/platform/files/report-infected.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { dropPicture, keepPicture, listComparisons } from './compare-faces.ts'
import { recordConsent, showConsent, withdrawConsent } from './consent.ts'
import { dropEvidence, keepEvidence } from './evidence.ts'
import { identityJobs } from './jobs.ts'
import * as asking from './reports/ask-provider.ts'
import * as provider from './reports/provider-settings.ts'
import * as reports from './reports/service.ts'
import { knownKeys } from './reports/store.ts'
import * as deciding from './reviews/service/decide-check.ts'
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
      | 'identity_report.added'
      | 'identity_report.read'
      | 'identity_report.removed'
      | 'identity_report.asked'
      | 'identity_report.settled'
      | 'identity_provider.changed'
      | 'identity_provider.secret_removed'
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
      reopen: deciding.reopenCheck,
      ofClient: reviewing.listOfClient,
      accept: deciding.acceptVerification,
      askAgain: deciding.askAgain,
    }),
    routesOf(identityReports, {
      ofClient: reports.listReports,
      add: multiStep((ctx, wanted) => reports.addReport(ctx, wanted, 'uploaded'), {
        admit: reports.admitReport,
        refused: reportInfected,
      }),
      receive: multiStep((ctx, wanted) => reports.addReport(ctx, wanted, 'received'), {
        admit: reports.admitReport,
        refused: reportInfected,
      }),
      file: multiStep(reports.showFile),
      remove: reports.removeReport,
      ask: multiStep(asking.askForReport),
      look: multiStep(asking.lookAtReport),
    }),
    routesOf(identityProvider, {
      show: provider.showSettings,
      save: multiStep(provider.saveSettings),
      test: multiStep(provider.testSettings),
      removeSecret: multiStep(provider.removeSecret),
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
    faceUndecided: deciding.withdrawAcceptance,
    evidenceCollected: service.submitCollected,
    faceComparisonAnswered: (ctx, { clientId, isGiven, textVersion }) =>
      recordConsent(ctx, { clientId, given: isGiven, textVersion }),
    clientReset: async ({ db }, { clientId }) => {
      await store.holdFaces(db, clientId)
      await store.removeAllOf(db, clientId)
    },
  },
  jobs: identityJobs,
  warnings: provider.listWarnings,
  knownFiles: knownKeys,
  personalData,
})
