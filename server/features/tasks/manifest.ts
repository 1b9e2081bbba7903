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

export const tasksFeature = feature<service.FeeDependencies>({
  rank: 'foundation',
  routes: (given) => [routesOf(tasks, { list: service.ownTasksOf(given), accept: service.acceptTask })],
  eventHandlers: {
    accountOpened: (ctx, { clientId }) => ensureTasks(ctx, clientId),
    clientsImported: (ctx, { clientIds }) => ensureTasksOf(ctx, clientIds),
    clientReset: (ctx, { clientId }) => service.resetTasks(ctx, clientId),
  },
  personalData,
})
