import { merges } from '#contract/merges.ts'
import type { AccountDependencies } from '#server/features/accounts/service.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import { mergesJobs } from './jobs.ts'
import { personalData } from './schema.ts'
import { preview } from './service/preview-merge.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    merges: 'client.merged' | 'client.merge_undone'
  }
}

export const mergesFeature = feature<{ accounts: AccountDependencies }>({
  rank: 'console',
  routes: (given) => [
    routesOf(merges, {
      ofClient: service.showOfClient,
      preview,
      merge: (ctx, input) => service.merge(ctx, input, given.accounts),
      undo: service.undo,
    }),
  ],
  jobs: mergesJobs,
  personalData,
})
