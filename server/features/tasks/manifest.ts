import { tasks } from '#contract/tasks.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { personalData } from './schema.ts'
import { ensureTasks, ensureTasksOf } from './service/ensure-tasks.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    tasks: 'task.accepted'
  }
}

export const tasksFeature = feature({
  rank: 'foundation',
  routes: [
    routesOf(tasks, {
      list: ({ db, actor }) => service.listTasks(db, actor.id),
      held: ({ db, actor }) => service.countHeldTasks(db, actor.id),
      accept: service.acceptTask,
    }),
  ],
  eventHandlers: {
    accountOpened: (ctx, { clientId }) => ensureTasks(ctx, clientId),
    clientsImported: (ctx, { clientIds }) => ensureTasksOf(ctx, clientIds),
    clientReset: (ctx, { clientId }) => service.resetTasks(ctx, clientId),
  },
  personalData,
})
