import { LayoutDashboard } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const dashboard: Feature = {
  pages: [
    {
      path: pages.dashboard,
      audience: 'client',
      page: chunk(async () => (await import('./page.tsx')).DashboardPage),
      entry: { label: 'Dashboard', icon: LayoutDashboard, tab: 'Dashboard' },
    },
  ],
}
