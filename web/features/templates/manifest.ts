import { ListChecks } from 'lucide-react'
import { pages, templatePage } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const templates: Feature = {
  pages: [
    {
      path: pages.templates,
      audience: 'firm',
      action: 'templates.manage',
      page: chunk(async () => (await import('./page.tsx')).TemplatesPage),
      entry: { label: 'Templates', icon: ListChecks, isSetUp: true },
      leadsTo: templatePage,
    },
    {
      path: templatePage,
      audience: 'firm',
      action: 'templates.manage',
      page: chunk(async () => (await import('./template-page.tsx')).TemplatePage),
    },
  ],
  live: { templates: ['templates.list', 'templates.one', 'caseTemplates.types'] },
}
