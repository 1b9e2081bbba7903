import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const settings: Feature = {
  pages: [
    {
      path: pages.privacy,
      audience: 'anyone',
      frame: 'plain',
      page: chunk(async () => (await import('./pages/privacy.tsx')).PrivacyPage),
    },
    {
      path: pages.terms,
      audience: 'anyone',
      frame: 'plain',
      page: chunk(async () => (await import('./pages/terms.tsx')).TermsPage),
    },
    {
      path: pages.complaints,
      audience: 'anyone',
      frame: 'plain',
      page: chunk(async () => (await import('./pages/complaints.tsx')).ComplaintsPage),
    },
    {
      path: pages.accessibility,
      audience: 'anyone',
      frame: 'plain',
      page: chunk(async () => (await import('./pages/accessibility.tsx')).AccessibilityPage),
    },
  ],
  live: { settings: ['settings.firm', 'settings.all'] },
}
