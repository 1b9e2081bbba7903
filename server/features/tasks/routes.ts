import { tasks } from '#contract/tasks.ts'
import { feature } from '#server/platform/http/feature.ts'
import * as service from './service.ts'
import * as store from './store.ts'

export const tasksRoutes = feature(
  tasks,
  { list: ({ db, actor }) => store.listOf(db, actor.id) },
  {
    accountOpened: (ctx, { clientId }) => service.ensureTasks(ctx, clientId),
    clientReset: (ctx, { clientId }) => service.resetTasks(ctx, clientId),
  },
)
