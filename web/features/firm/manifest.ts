import { Landmark } from 'lucide-react'
import { clientPage, pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { EndpointName, Feature } from '#web/shell/feature.ts'

/** How far the firm's clients have come. */
const progress: EndpointName[] = ['firm.clients', 'firm.client']

export const firm: Feature = {
  pages: [
    {
      path: pages.firm,
      audience: 'firm',
      action: 'clients.read',
      page: chunk(async () => (await import('./page.tsx')).FirmPage),
      entry: { label: 'Your firm', icon: Landmark, tab: 'Firm' },
      leadsTo: clientPage,
    },
    {
      path: clientPage,
      audience: 'firm',
      action: 'clients.read',
      page: chunk(async () => (await import('./client-page.tsx')).ClientPage),
    },
    {
      path: pages.checks,
      audience: 'firm',
      action: 'identity.read',
      page: chunk(async () => (await import('./checks-page.tsx')).ChecksPage),
    },
  ],
  live: { clients: progress, documents: progress, payments: progress, forms: progress, identity: progress },
}
