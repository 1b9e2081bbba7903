import { notifications } from '#contract/notifications/notifications.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const notificationsFeature = feature({
  rank: 'foundation',
  routes: [
    routesOf(notifications, {
      list: ({ db, actor }, { before }) => store.listOf(db, actor.id, before),
      markRead: service.markRead,
      choices: ({ db, actor }) => store.findChoices(db, actor.id),
      saveChoices: service.saveChoices,
    }),
  ],
  eventHandlers: {
    clientReset: async ({ db, invalidate }, { clientId }) => {
      await store.removeAllOf(db, clientId)
      await invalidate(clientId, 'notifications')
    },
  },
  personalData,
})
