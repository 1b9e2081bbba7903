import { tasks } from '#contract/tasks.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const tasksFeature = feature({
  rank: 'foundation',
  routes: [routesOf(tasks, { list: ({ db, actor }) => store.listOf(db, actor.id) })],
  eventHandlers: {
    accountOpened: (ctx, { clientId }) => service.ensureTasks(ctx, clientId),
    clientReset: (ctx, { clientId }) => service.resetTasks(ctx, clientId),
  },
  personalData,
})
