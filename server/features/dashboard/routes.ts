import { dashboard } from '#contract/dashboard.ts'
import { feature } from '#server/platform/http/feature.ts'
import * as service from './service.ts'

export const dashboardRoutes = feature(dashboard, { resetTestUser: service.resetTestUser })
