import { activities } from '#contract/activities.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { personalData } from './schema.ts'
import * as store from './store.ts'

export const activitiesFeature = feature({
  rank: 'foundation',
  routes: [routesOf(activities, { list: ({ db, actor }, { before }) => store.listOf(db, actor.id, before) })],
  eventHandlers: {
    clientReset: async ({ db, invalidate }, { clientId }) => {
      await store.removeAllOf(db, clientId)
      await invalidate(clientId, 'activities')
    },
  },
  personalData,
})
