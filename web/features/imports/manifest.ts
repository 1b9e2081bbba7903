import { FileInput } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const imports: Feature = {
  pages: [
    {
      path: pages.firmImport,
      audience: 'firm',
      action: 'imports.run',
      page: chunk(async () => (await import('./page.tsx')).ImportPage),
      entry: { label: 'Import', icon: FileInput, isSetUp: true },
    },
  ],
  live: { imports: ['imports.list', 'imports.one'] },
}
