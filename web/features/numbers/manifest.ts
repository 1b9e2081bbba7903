import { ChartColumn } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const numbers: Feature = {
  pages: [
    {
      path: pages.firmNumbers,
      audience: 'firm',
      action: 'clients.read',
      page: chunk(async () => (await import('./page.tsx')).NumbersPage),
      entry: { label: 'Numbers', icon: ChartColumn },
    },
  ],
}
