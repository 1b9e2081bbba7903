import { Plug } from 'lucide-react'
import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const integrations: Feature = {
  pages: [
    {
      path: pages.integrations,
      audience: 'firm',
      action: 'settings.manage',
      page: chunk(async () => (await import('./page.tsx')).IntegrationsPage),
      entry: { label: 'Integrations', icon: Plug, isSetUp: true },
    },
  ],
  live: {
    apikeys: ['apiKeys.list'],
    webhooks: ['webhooks.list', 'webhooks.deliveries'],
    settings: ['signOn.show', 'companyRegister.show'],
    payments: ['paymentProcessor.show', 'bankPayments.show'],
    texts: ['textProvider.show'],
    identity: ['identityProvider.show'],
    connections: ['connections.list'],
  },
}
