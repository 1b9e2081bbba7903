import { guidePage, pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const help: Feature = {
  pages: [
    {
      path: pages.help,
      audience: 'anyone',
      frame: 'own',
      page: chunk(async () => (await import('./page.tsx')).HelpPage),
      leadsTo: guidePage,
    },
    {
      path: guidePage,
      audience: 'anyone',
      frame: 'own',
      page: chunk(async () => (await import('./guide-page.tsx')).GuidePage),
    },
  ],
}
