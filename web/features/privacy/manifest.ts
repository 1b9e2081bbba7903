import { Scale } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const privacy: Feature = {
  pages: [
    {
      path: pages.firmRequests,
      audience: 'firm',
      action: 'privacy.read',
      page: chunk(async () => (await import('./firm-page.tsx')).FirmRequestsPage),
      entry: { label: 'Requests', icon: Scale },
    },
  ],
  live: { privacy: ['privacy.requests', 'privacy.firmRequests'] },
  settings: [
    {
      value: 'data-protection',
      label: 'Data protection',
      content: chunk(async () => (await import('./settings-tab.tsx')).DataProtectionTab),
      audience: 'client',
    },
  ],
}
