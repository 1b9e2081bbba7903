import { privacy } from '#contract/privacy.ts'
import type { PersonalDataSource } from '#server/platform/audit/personal-data.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { personalData } from './schema.ts'
import { fetchExport, prepareExport } from './service/export-personal-data.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    privacy:
      | 'data.export_prepared'
      | 'data.exported'
      | 'data.file_missing'
      | 'erasure.asked'
      | 'erasure.answered'
      | 'complaint.asked'
      | 'complaint.answered'
  }
}

const privacyRoutes = (everything: readonly PersonalDataSource[]) =>
  routesOf(privacy, {
    prepareExport: multiStep(prepareExport),
    export: multiStep(fetchExport(everything)),
    requests: service.list,
    askErasure: multiStep(service.askErasure),
    complain: multiStep(service.complain),
    firmRequests: service.listForFirm,
    answer: service.answer,
  })

/** `personalData` describes everything that the portal keeps of a client, in all features. */
export const privacyFeature = feature<{ personalData: readonly PersonalDataSource[] }>({
  rank: 'workflow',
  routes: (given) => [privacyRoutes(given.personalData)],
  eventHandlers: { clientReset: service.eraseRequests },
  personalData,
})
