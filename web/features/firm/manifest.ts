import { clientPage, firmMatterPage } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { EndpointName, Feature } from '#web/shell/feature.ts'

/** Queries about clients' progress. */
const progress: EndpointName[] = ['firm.clients', 'firm.client']
/** The counts in a case's tabs. */
const summary: EndpointName = 'caseTabs.summary'

/** The firm's pages of one client and of one case. */
export const firm: Feature = {
  pages: [
    {
      path: clientPage,
      audience: 'firm',
      action: 'clients.read',
      page: chunk(async () => (await import('./client-page.tsx')).ClientPage),
    },
    {
      path: firmMatterPage,
      audience: 'firm',
      action: 'matters.read',
      page: chunk(async () => (await import('./matter-page.tsx')).FirmMatterPage),
    },
  ],
  live: {
    clients: [...progress, 'firm.reach', 'caseTabs.tasks', summary],
    documents: [...progress, 'caseTabs.documents', summary],
    payments: [...progress, 'caseTabs.payments', summary],
    forms: progress,
    identity: progress,
    messages: ['caseTabs.contacts'],
    cases: ['firm.reach', 'caseTabs.tasks', 'caseTabs.activity', summary],
  },
}
