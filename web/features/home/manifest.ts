import { Landmark } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { EndpointName, Feature } from '#web/shell/feature.ts'

const waiting: EndpointName[] = ['home.show']

export const home: Feature = {
  pages: [
    {
      path: pages.firm,
      audience: 'firm',
      action: 'home.read',
      page: chunk(async () => (await import('./page.tsx')).FirmPage),
      entry: { label: 'Your firm', icon: Landmark, tab: 'Firm' },
    },
  ],
  live: {
    clients: waiting,
    documents: waiting,
    payments: waiting,
    forms: waiting,
    identity: waiting,
    messages: waiting,
    cases: waiting,
    privacy: waiting,
    compliance: waiting,
    mails: waiting,
  },
}
