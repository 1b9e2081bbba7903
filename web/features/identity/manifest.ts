import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const identity: Feature = {
  pages: [
    {
      path: pages.verification,
      audience: 'client',
      page: chunk(async () => (await import('./page.tsx')).VerificationPage),
    },
  ],
  live: {
    identity: [
      'identity.verifications',
      'identity.waiting',
      'identity.check',
      'identity.ofClient',
      'identity.comparisons',
      'identityReports.ofClient',
    ],
  },
}
