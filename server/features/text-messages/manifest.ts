import { textMessages, textProvider } from '#contract/text-messages.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { textJobs } from './jobs.ts'
import * as settings from './provider-settings.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    textMessages:
      | 'text_message.requested'
      | 'text_message.code_read'
      | 'text_provider.changed'
      | 'text_provider.secret_removed'
      | 'text_provider.tested'
  }
}

export const textMessagesFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(textMessages, {
      offer: service.showOffer,
      standing: service.showStanding,
      list: service.listTexts,
      code: multiStep(service.readCode),
    }),
    routesOf(textProvider, {
      show: settings.showSettings,
      save: multiStep(settings.saveSettings),
      test: multiStep(settings.testSettings),
      removeSecret: multiStep(settings.removeSecret),
    }),
  ],
  eventHandlers: {
    textDue: service.queueText,
    clientReset: async ({ db }, { clientId }) => {
      await store.removeAllOf(db, clientId)
    },
  },
  jobs: textJobs,
  warnings: settings.listWarnings,
  personalData,
})
