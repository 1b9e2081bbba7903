import { capturePage, pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const onboarding: Feature = {
  pages: [
    {
      path: pages.welcome,
      audience: 'client',
      page: chunk(async () => (await import('./welcome-page.tsx')).WelcomePage),
    },
    {
      path: pages.onboarding,
      audience: 'client',
      page: chunk(async () => (await import('./page.tsx')).OnboardingPage),
    },
    {
      // Open to anyone who has the address, on any device: it contains a token, which is the key.
      path: capturePage,
      audience: 'anyone',
      page: chunk(async () => (await import('./capture/page.tsx')).CapturePage),
    },
  ],
  live: { onboarding: ['onboarding.show'] },
  frame: { GateProvider: chunk(async () => (await import('./gate-provider.tsx')).GateProvider) },
}
