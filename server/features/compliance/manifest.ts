import { compliance } from '#contract/compliance.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    compliance: 'compliance.item_decided' | 'compliance.item_reopened' | 'compliance.risk_marked'
  }
}

export const complianceFeature = feature({
  rank: 'console',
  routes: [
    routesOf(compliance, {
      items: service.listItems,
      item: service.showItem,
      decide: service.decideItem,
      reopen: service.reopenItem,
      risk: service.showRisk,
      mark: service.markRisk,
    }),
  ],
  eventHandlers: {
    riskAssessmentSubmitted: service.raiseFromAnswers,
    conflictFound: service.raiseConflict,
    clientReset: service.eraseItems,
    mattersRemoved: service.eraseMarks,
  },
})
