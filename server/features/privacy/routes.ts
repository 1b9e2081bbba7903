import { privacy } from '#contract/privacy.ts'
import type { PersonalDataSource } from '#server/platform/audit/personal-data.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import { fetchExport, prepareExport } from './service/export-personal-data.ts'
import * as service from './service.ts'

/** `personalData` is all that the portal keeps of a client, whichever feature keeps it. */
export const privacyRoutes = (personalData: readonly PersonalDataSource[]) =>
  feature(
    privacy,
    {
      prepareExport: multiStep(prepareExport),
      export: multiStep(fetchExport(personalData)),
      requests: service.list,
      askErasure: multiStep(service.askErasure),
      complain: multiStep(service.complain),
      firmRequests: service.listForFirm,
      answer: service.answer,
    },
    { clientReset: service.eraseRequests },
  )
