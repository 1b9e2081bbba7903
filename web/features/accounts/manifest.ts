import { pages } from '#contract/kit/pages.ts'
import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const accounts: Feature = {
  pages: [
    {
      path: pages.auth,
      audience: 'visitor',
      page: chunk(async () => (await import('./page.tsx')).AuthPage),
    },
    {
      path: pages.signOn,
      audience: 'anyone',
      frame: 'auth',
      page: chunk(async () => (await import('./provider-page.tsx')).ProviderPage),
    },
    {
      path: pages.resetPassword,
      audience: 'anyone',
      frame: 'auth',
      page: chunk(async () => (await import('./reset-page.tsx')).ResetPasswordPage),
    },
    {
      path: pages.confirmEmail,
      audience: 'anyone',
      frame: 'auth',
      page: chunk(async () => (await import('./confirm-email-page.tsx')).ConfirmEmailPage),
    },
    {
      path: pages.authTest,
      audience: 'anyone',
      frame: 'plain',
      inDemo: true,
      page: chunk(async () => (await import('./auth-test-page.tsx')).AuthTestPage),
    },
  ],
  live: { user: ['accounts.current', 'accounts.sessions', 'secondFactor.show', 'passkeys.list'] },
  settings: [
    {
      value: 'profile',
      label: 'Profile',
      content: chunk(async () => (await import('./settings-tabs.tsx')).ProfileTab),
    },
    {
      value: 'security',
      label: 'Security',
      content: chunk(async () => (await import('./settings-tabs.tsx')).SecurityTab),
    },
  ],
  frame: {
    SessionWatch: chunk(async () => (await import('./session-watch.tsx')).SessionWatch),
    SecondFactorFirst: chunk(async () => (await import('./second-factor-first.tsx')).SecondFactorFirst),
    SignInAgain: chunk(async () => (await import('./sign-in-again.tsx')).SignInAgain),
  },
}
