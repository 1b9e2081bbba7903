import { ShieldAlert } from 'lucide-react'
import { complianceItemPage, pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

const Badge = chunk(async () => (await import('./hooks.tsx')).OpenItemCount)

export const compliance: Feature = {
  pages: [
    {
      path: pages.compliance,
      audience: 'firm',
      action: 'risk.decide',
      page: chunk(async () => (await import('./page.tsx')).CompliancePage),
      entry: { label: 'Compliance', icon: ShieldAlert, Badge },
      leadsTo: complianceItemPage,
    },
    {
      path: complianceItemPage,
      audience: 'firm',
      action: 'risk.decide',
      page: chunk(async () => (await import('./page.tsx')).ComplianceItemPage),
    },
  ],
  live: { compliance: ['compliance.items', 'compliance.item'], cases: ['compliance.risk'] },
}
