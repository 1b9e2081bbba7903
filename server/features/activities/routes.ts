import { activities } from '#contract/activities.ts'
import { feature } from '#server/platform/http/feature.ts'
import * as store from './store.ts'

export const activitiesRoutes = feature(
  activities,
  { list: ({ db, actor }, { before }) => store.listOf(db, actor.id, before) },
  {
    clientReset: async ({ db, invalidate }, { clientId }) => {
      await store.removeAllOf(db, clientId)
      await invalidate(clientId, 'activities')
    },
  },
)
