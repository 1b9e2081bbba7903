import { checkPage, pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

/** The identity and bank checks that the firm decides. */
export const checks: Feature = {
  rank: 'console',
  pages: [
    {
      path: pages.checks,
      audience: 'firm',
      action: 'identity.read',
      page: chunk(async () => (await import('./page.tsx')).ChecksPage),
      leadsTo: checkPage,
    },
    {
      path: checkPage,
      audience: 'firm',
      action: 'identity.read',
      page: chunk(async () => (await import('./check-page.tsx')).CheckPage),
    },
  ],
}
