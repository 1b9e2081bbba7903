import { caseOrganisationsPage } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const organisations: Feature = {
  pages: [
    {
      path: caseOrganisationsPage,
      audience: 'firm',
      action: 'matters.read',
      page: chunk(async () => (await import('./page.tsx')).OrganisationPage),
    },
  ],
  live: {
    cases: ['organisations.list', 'organisations.proposed'],
    // Whether the register can be asked.
    settings: ['organisations.list'],
  },
}
