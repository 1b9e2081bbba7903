import { Briefcase } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const matters: Feature = {
  pages: [
    {
      path: pages.matters,
      audience: 'client',
      page: chunk(async () => (await import('./page.tsx')).MattersPage),
      entry: { label: 'Cases', icon: Briefcase },
    },
  ],
  live: {
    cases: [
      'cases.list',
      'cases.one',
      'cases.closing',
      'cases.firmList',
      'cases.firmOne',
      'caseTemplates.one',
      'caseTemplates.reused',
      'caseTemplates.unneeded',
      'doubledTasks.list',
    ],
    tasks: ['cases.closing', 'cases.list'],
    clients: ['caseTemplates.unneeded', 'caseTemplates.untouched', 'doubledTasks.list'],
  },
}
