import { ListChecks } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const queue: Feature = {
  pages: [
    {
      path: pages.queue,
      audience: 'firm',
      action: 'documents.decide',
      page: chunk(async () => (await import('./page.tsx')).QueuePage),
      entry: { label: 'Queue', icon: ListChecks, tab: 'Queue' },
    },
  ],
  live: {
    documents: ['queue.list'],
    identity: ['queue.list'],
    compliance: ['queue.list'],
    clients: ['queue.list'],
  },
}
