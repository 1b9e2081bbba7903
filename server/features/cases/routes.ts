import { cases } from '#contract/cases.ts'
import { feature, multiStep } from '#server/platform/http/feature.ts'
import * as service from './service.ts'

export const casesRoutes = feature(
  cases,
  {
    list: service.list,
    one: service.show,
    request: multiStep(service.request),
    close: service.close,
    firmList: service.listForFirm,
    firmOne: service.showToFirm,
    clients: service.listClients,
    start: service.start,
    open: service.open,
    reject: service.reject,
    move: service.move,
    note: service.note,
    firmClose: service.closeForClient,
    reopen: service.reopen,
  },
  { clientReset: service.eraseCases },
)
