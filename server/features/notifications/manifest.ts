import { notifications } from '#contract/notifications/notifications.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const notificationsFeature = feature<{ notifications: service.Dependencies }>({
  rank: 'foundation',
  routes: ({ notifications: dependencies }) => [
    routesOf(notifications, {
      list: (ctx, input) => service.list(ctx, input, dependencies),
      markRead: (ctx, input) => service.markRead(ctx, input, dependencies),
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
