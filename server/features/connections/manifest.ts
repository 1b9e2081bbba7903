import { connections } from '#contract/connections.ts'
import { feature } from '#server/platform/http/feature.ts'
import { multiStep, routesOf } from '#server/platform/http/routes.ts'
import { listConnections } from './service/show-connections.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    connections: 'connection.changed' | 'connection.removed' | 'connection.tested'
  }
}

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    lookAtConnections: Record<string, never>
  }
}

export const connectionsFeature = feature({
  rank: 'workflow',
  routes: [
    routesOf(connections, {
      list: listConnections,
      save: multiStep(service.saveConnection),
      test: multiStep(service.testConnection),
      disconnect: multiStep(service.disconnect),
    }),
  ],
  jobs: ({ ports, transaction }) => ({
    lookAtConnections: {
      schedule: '*/5 * * * *',
      isRunAtStart: true,
      run: async () => {
        // This node may not have heard yet of a change that asked for this.
        await ports.connections.refresh()
        await ports.connections.probe()
      },
    },
    publishAnswer: { run: ({ name }) => transaction((ctx) => service.publishAnswer(ctx, name)) },
  }),
})
