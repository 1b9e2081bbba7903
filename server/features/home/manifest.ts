import { home } from '#contract/home/home.ts'
import { queue } from '#contract/queue.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import * as waiting from './queue.ts'
import { showHome } from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    queue: 'queue.snoozed' | 'queue.assigned'
  }
}

export const homeFeature = feature({
  rank: 'console',
  routes: [
    routesOf(home, { show: showHome }),
    routesOf(queue, {
      list: waiting.listQueue,
      people: waiting.listDeciders,
      take: waiting.take,
      release: waiting.release,
      snooze: waiting.snooze,
      unsnooze: waiting.unsnooze,
      assign: waiting.assign,
    }),
  ],
  eventHandlers: {
    clientWrote: waiting.returnWritten,
    documentRead: waiting.returnWritten,
    taskCompleted: waiting.returnDone,
    tasksDueChanged: waiting.returnDone,
  },
})
