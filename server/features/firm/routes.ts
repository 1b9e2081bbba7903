import { firm } from '#contract/firm.ts'
import { feature } from '#server/platform/feature.ts'
import * as service from './service.ts'

export const firmRoutes = feature(firm, {
  clients: service.showClients,
  client: service.showClient,
  colleagues: service.showColleagues,
  assign: service.assign,
})
