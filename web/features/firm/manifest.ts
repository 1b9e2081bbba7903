import { Briefcase, Landmark, Users } from 'lucide-react'
import { checkPage, clientPage, firmMatterPage, pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { EndpointName, Feature } from '#web/shell/feature.ts'

/** Queries about clients' progress, and about what waits for the firm. */
const progress: EndpointName[] = ['firm.clients', 'firm.client', 'lists.clients', 'home.show']
const waiting: EndpointName[] = ['home.show']
/** The counts in a case's tabs. */
const summary: EndpointName = 'caseTabs.summary'

export const firm: Feature = {
  pages: [
    {
      path: pages.firm,
      audience: 'firm',
      action: 'home.read',
      page: chunk(async () => (await import('./page.tsx')).FirmPage),
      entry: { label: 'Your firm', icon: Landmark, tab: 'Firm' },
    },
    {
      path: pages.firmClients,
      audience: 'firm',
      action: 'clients.read',
      page: chunk(async () => (await import('./lists/clients-page.tsx')).ClientsPage),
      entry: { label: 'Clients', icon: Users },
      leadsTo: clientPage,
    },
    {
      path: clientPage,
      audience: 'firm',
      action: 'clients.read',
      page: chunk(async () => (await import('./client-page.tsx')).ClientPage),
    },
    {
      path: pages.firmMatters,
      audience: 'firm',
      action: 'matters.read',
      page: chunk(async () => (await import('./lists/cases-page.tsx')).CasesPage),
      entry: { label: 'Cases', icon: Briefcase },
      leadsTo: firmMatterPage,
    },
    {
      path: firmMatterPage,
      audience: 'firm',
      action: 'matters.read',
      page: chunk(async () => (await import('./matter-page.tsx')).FirmMatterPage),
    },
    {
      path: pages.checks,
      audience: 'firm',
      action: 'identity.read',
      page: chunk(async () => (await import('./checks-page.tsx')).ChecksPage),
      leadsTo: checkPage,
    },
    {
      path: checkPage,
      audience: 'firm',
      action: 'identity.read',
      page: chunk(async () => (await import('./check-page.tsx')).CheckPage),
    },
  ],
  live: {
    clients: [...progress, 'caseTabs.tasks', summary],
    documents: [...progress, 'caseTabs.documents', summary],
    payments: [...progress, 'caseTabs.payments', summary],
    forms: progress,
    identity: progress,
    messages: [...waiting, 'caseTabs.contacts'],
    cases: ['lists.matters', 'caseTabs.tasks', 'caseTabs.activity', summary, ...waiting],
    privacy: waiting,
    compliance: waiting,
    mails: waiting,
  },
}
