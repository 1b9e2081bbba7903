import { letterTemplates } from '#contract/letter-templates/letter-templates.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'
import type { Dependencies } from './service.ts'
import * as service from './service.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    letterTemplates: 'letter_template.published' | 'letter_template.retired'
  }
}

export const letterTemplatesFeature = feature<{ letterTemplates: Dependencies }>({
  rank: 'foundation',
  routes: ({ letterTemplates: dependencies }) => [
    routesOf(letterTemplates, {
      list: service.listTemplates,
      versions: service.listVersions,
      add: (ctx, input) => service.addTemplate(ctx, input, dependencies),
      publish: (ctx, input) => service.publishTemplate(ctx, input, dependencies),
      retire: service.retireTemplate,
    }),
  ],
})
