import { Banknote, CreditCard, Undo2 } from 'lucide-react'
import { cardPage, pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const payments: Feature = {
  pages: [
    {
      path: pages.payments,
      audience: 'client',
      page: chunk(async () => (await import('./page.tsx')).PaymentsPage),
      entry: { label: 'Payments', icon: CreditCard },
    },
    {
      path: cardPage,
      audience: 'client',
      page: chunk(async () => (await import('./card-page.tsx')).CardPage),
    },
    {
      path: pages.refunds,
      audience: 'firm',
      action: 'payments.read',
      page: chunk(async () => (await import('./refunds-page.tsx')).RefundsPage),
      entry: { label: 'Refunds', icon: Undo2, tab: 'Refunds', unlessMay: 'clients.read' },
    },
    {
      path: pages.payouts,
      audience: 'firm',
      action: 'payouts.read',
      page: chunk(async () => (await import('./payouts-page.tsx')).PayoutsPage),
      entry: { label: 'Payouts', icon: Banknote, tab: 'Payouts', unlessMay: 'clients.read' },
    },
  ],
  live: {
    payments: [
      'payments.list',
      'payments.refunds',
      'payments.disputes',
      'payments.ofClient',
      'payments.processor',
      'payouts.list',
      'payouts.lines',
    ],
  },
}
