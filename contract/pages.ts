/** Every page of the portal. Anything else is the 404 page, with that status. */
export const pages = {
  dashboard: '/',
  auth: '/auth',
  authTest: '/auth-test',
  welcome: '/welcome',
  onboarding: '/onboarding',
  documents: '/documents',
  payments: '/payments',
  settings: '/settings',
  verification: '/id-verification',
  firm: '/firm',
  privacy: '/privacy',
  terms: '/terms',
  complaints: '/complaints',
  accessibility: '/accessibility',
} as const
export type Page = (typeof pages)[keyof typeof pages]

const demoOnly: readonly string[] = [pages.authTest]

/** Whether this path is a page of the portal; pages of the demo exist in demo mode only. */
export const isPage = (path: string, isDemo: boolean) => {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  const isKnown = Object.values<string>(pages).includes(plain)
  return isKnown && (isDemo || !demoOnly.includes(plain))
}

/** A place to go to after signing in: only a path of this portal, never another site. */
export const ownPath = (next: string | null): string => {
  if (next === null || !next.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(next)) return pages.dashboard
  const decoded = safelyDecoded(next)
  return decoded === null || /^\/[/\\]/.test(decoded) ? pages.dashboard : next
}

const safelyDecoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
