import { apiKeys } from '#contract/api-keys.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    apiKeys: 'api_key.created' | 'api_key.withdrawn'
  }
}

export const apiKeysFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(apiKeys, {
      list: service.listKeys,
      create: multiStep(service.createKey),
      withdraw: multiStep(service.withdrawKey),
    }),
  ],
  eventHandlers: { staffDeparted: service.withdrawKeysOf },
})
