import { settings } from '#contract/settings.ts'
import { feature } from '#server/platform/http/feature.ts'
import * as service from './service.ts'

export const settingsRoutes = feature(settings, {
  firm: service.showFirm,
  all: service.showSettings,
  save: service.saveSettings,
})
