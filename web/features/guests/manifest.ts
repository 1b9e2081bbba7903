import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const guests: Feature = {
  pages: [
    {
      path: pages.guest,
      audience: 'anyone',
      frame: 'auth',
      page: chunk(async () => (await import('./page.tsx')).GuestPage),
    },
  ],
  live: { cases: ['guests.list'], clients: ['guests.list'] },
}
