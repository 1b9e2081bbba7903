import { tasks } from '#contract/tasks.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { personalData } from './schema.ts'
import * as service from './service.ts'
import * as store from './store.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    tasks: 'task.accepted'
  }
}

export const tasksFeature = feature({
  rank: 'foundation',
  routes: [
    routesOf(tasks, { list: ({ db, actor }) => store.listOf(db, actor.id), accept: service.acceptTask }),
  ],
  eventHandlers: {
    accountOpened: (ctx, { clientId }) => service.ensureTasks(ctx, clientId),
    clientsImported: (ctx, { clientIds }) => service.ensureTasksOf(ctx, clientIds),
    clientReset: (ctx, { clientId }) => service.resetTasks(ctx, clientId),
  },
  personalData,
})
