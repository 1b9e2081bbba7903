import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const documentSandbox: Feature = {
  pages: [
    {
      path: pages.documentSandbox,
      audience: 'tester',
      page: chunk(async () => (await import('./page.tsx')).DocumentSandboxPage),
    },
  ],
}
