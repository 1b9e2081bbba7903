import { Briefcase } from 'lucide-react'
import { pages } from '#contract/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const cases: Feature = {
  pages: [
    {
      path: pages.cases,
      audience: 'client',
      page: chunk(async () => (await import('./page.tsx')).CasesPage),
      entry: { label: 'Cases', icon: Briefcase },
    },
    {
      path: pages.firmCases,
      audience: 'firm',
      page: chunk(async () => (await import('./firm-page.tsx')).FirmCasesPage),
      entry: { label: 'Cases', icon: Briefcase },
    },
  ],
  live: { cases: ['cases.list', 'cases.one', 'cases.firmList', 'cases.firmOne'] },
}
