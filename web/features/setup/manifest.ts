import { SlidersHorizontal } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const setup: Feature = {
  pages: [
    {
      path: pages.setup,
      audience: 'installer',
      page: chunk(async () => (await import('./page.tsx')).SetupPage),
    },
    {
      path: pages.firmSettings,
      audience: 'firm',
      action: 'settings.manage',
      page: chunk(async () => (await import('./settings-page.tsx')).FirmSettingsPage),
      entry: { label: 'Firm settings', icon: SlidersHorizontal, isSetUp: true },
    },
  ],
}
