import { Briefcase, Users } from 'lucide-react'
import { clientPage, firmMatterPage, pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

/** The firm's lists of all clients and of all cases. */
export const lists: Feature = {
  rank: 'console',
  pages: [
    {
      path: pages.firmClients,
      audience: 'firm',
      action: 'clients.read',
      page: chunk(async () => (await import('./clients-page.tsx')).ClientsPage),
      entry: { label: 'Clients', icon: Users },
      leadsTo: clientPage,
    },
    {
      path: pages.firmMatters,
      audience: 'firm',
      action: 'matters.read',
      page: chunk(async () => (await import('./cases-page.tsx')).CasesPage),
      entry: { label: 'Cases', icon: Briefcase },
      leadsTo: firmMatterPage,
    },
  ],
  live: {
    clients: ['lists.clients'],
    documents: ['lists.clients'],
    payments: ['lists.clients'],
    forms: ['lists.clients'],
    identity: ['lists.clients'],
    cases: ['lists.matters'],
  },
}
