import { privacy } from '#contract/privacy.ts'
import { feature, multiStep } from '#server/platform/feature.ts'
import type { Holding } from '#server/platform/holdings.ts'
import { fetchExport, prepareExport } from './exporting.ts'
import * as service from './service.ts'

/** `holdings` is all that the portal keeps of a client, whichever feature keeps it. */
export const privacyRoutes = (holdings: readonly Holding[]) =>
  feature(
    privacy,
    {
      prepareExport: multiStep(prepareExport),
      export: multiStep(fetchExport(holdings)),
      requests: service.list,
      askErasure: multiStep(service.askErasure),
      complain: multiStep(service.complain),
      firmRequests: service.listForFirm,
      answer: service.answer,
    },
    { clientReset: service.forgetRequests },
  )
