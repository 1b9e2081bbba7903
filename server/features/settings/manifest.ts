import { settings } from '#contract/settings.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    settings: 'settings.changed'
  }
}

export const settingsFeature = feature({
  rank: 'foundation',
  routes: [
    routesOf(settings, {
      firm: service.showFirm,
      all: service.showSettings,
      save: service.saveSettings,
    }),
  ],
})
