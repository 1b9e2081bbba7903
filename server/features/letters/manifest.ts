import { letters } from '#contract/letters/letters.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { personalData } from './schema.ts'
import { sendLetter } from './send-letter.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    letters: 'letter.sent'
  }
}

export const lettersFeature = feature({
  rank: 'console',
  routes: [
    routesOf(letters, {
      ofMatter: service.listOfMatter,
      preview: service.preview,
      send: multiStep(sendLetter),
      copy: multiStep(service.showCopy),
      tryTemplate: service.tryTemplate,
    }),
  ],
  eventHandlers: {
    clientReset: async ({ db }, { clientId }) => void (await store.removeAllOf(db, clientId)),
  },
  personalData,
})
