import type { User } from '../accounts/accounts.ts'
import { sessionToken } from './session-token.ts'

/** Every page of the portal. Any other path gets the 404 page, with that status. */
export const pages = {
  dashboard: '/',
  auth: '/auth',
  /** The firm's sign-in provider redirects people to this page. */
  signOn: '/auth/provider',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  authTest: '/auth-test',
  welcome: '/welcome',
  onboarding: '/onboarding',
  documents: '/documents',
  payments: '/payments',
  messages: '/messages',
  appointments: '/appointments',
  signatures: '/signatures',
  assistant: '/ai-chat',
  settings: '/settings',
  demoInbox: '/demo-inbox',
  verification: '/id-verification',
  identityUpload: '/id-verification/upload',
  documentSandbox: '/gbg-test',
  matters: '/cases',
  firm: '/firm',
  firmClients: '/firm/clients',
  firmMails: '/firm/mails',
  firmMatters: '/firm/cases',
  reviews: '/firm/documents',
  queue: '/firm/queue',
  checks: '/firm/checks',
  refunds: '/firm/refunds',
  payouts: '/firm/payouts',
  firmMessages: '/firm/messages',
  firmAppointments: '/firm/appointments',
  firmSignatures: '/firm/signatures',
  verify: '/verify',
  firmLetters: '/firm/letters',
  firmKnowledge: '/firm/knowledge',
  firmRequests: '/firm/requests',
  compliance: '/firm/compliance',
  people: '/firm/people',
  templates: '/firm/templates',
  firmSettings: '/firm/settings',
  integrations: '/firm/integrations',
  firmImport: '/firm/import',
  firmNumbers: '/firm/numbers',
  invitation: '/invitation',
  guest: '/guest',
  jointInvitation: '/join-case',
  setup: '/setup',
  privacy: '/privacy',
  terms: '/terms',
  complaints: '/complaints',
  accessibility: '/accessibility',
  help: '/help',
} as const
export type Page = (typeof pages)[keyof typeof pages]

/** The capture page of a verification session. Anyone who has its address may open it, on any device. */
export const capturePage = '/verify-session/:token'
/** The page of a witness to a deed. Anyone who has its address may open it, on a device of their own. */
export const witnessPage = '/witness/:token'
export const witnessPath = (token: string) => witnessPage.replace(':token', token)

/** Pages of the firm with an id in their address. The page itself checks whether the object exists. */
export const reviewPage = '/firm/documents/:id'
export const reviewPath = (id: string) => reviewPage.replace(':id', id)

export const checkPage = '/firm/checks/:id'
export const checkPath = (id: string) => checkPage.replace(':id', id)

export const complianceItemPage = '/firm/compliance/:id'
export const complianceItemPath = (id: string) => complianceItemPage.replace(':id', id)

export const clientPage = '/firm/clients/:id'
export const clientPath = (id: string) => clientPage.replace(':id', id)

/** Returns the path of a client's task on the firm's page of the client. */
export const clientTaskPath = (id: string, taskId: string) => `${clientPath(id)}?task=${taskId}`

export const firmMatterPage = '/firm/cases/:id'
export const firmMatterPath = (id: string) => firmMatterPage.replace(':id', id)

/** The letters of one case. */
export const caseLettersPage = '/firm/case-letters/:id'
export const caseLettersPath = (id: string) => caseLettersPage.replace(':id', id)

/** The organisations of one case. */
export const caseOrganisationsPage = '/firm/case-organisations/:id'
export const caseOrganisationPath = (id: string, partyId: string) =>
  `${caseOrganisationsPage.replace(':id', id)}?party=${partyId}`

export const templatePage = '/firm/templates/:id'
export const templatePath = (id: string) => templatePage.replace(':id', id)

/**
 * Where a client enters a card in the processor's own form. Its script comes from the processor: no other page lets
 * one in, so this page begins and ends with a document of its own.
 */
export const cardPage = '/payments/card/:id'
export const cardPath = (id: string) => cardPage.replace(':id', id)
export const isCardPage = (path: string) => fits(path, cardPage, thingId)

/** One guide of the help. The page itself checks whether the guide exists. */
export const guidePage = '/help/:guide'
const guideName = /^[a-z]+(?:-[a-z]+)*$/
export const helpPath = (guide: string, section?: string) =>
  `${guidePage.replace(':guide', guide)}${section === undefined ? '' : `#${section}`}`

/** Returns the guide that a path leads to, or null if it leads elsewhere. */
export const guideAt = (path: string) => {
  const [before = ''] = path.split('#')
  return fits(before, guidePage, guideName) ? before.slice(pages.help.length + 1).replace(/\/$/, '') : null
}

const pagesWithId: readonly string[] = [
  templatePage,
  reviewPage,
  checkPage,
  complianceItemPage,
  clientPage,
  firmMatterPage,
  caseLettersPage,
  caseOrganisationsPage,
  cardPage,
]
const thingId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The query parameters by which a page's address can name an object. */
export type LinkParameter =
  | 'appointment'
  | 'case'
  | 'document'
  | 'payment'
  | 'request'
  | 'sign'
  | 'task'
  | 'with'

/** Returns the path of a page that shows one object. Notifications and emails link to it. */
export const pathTo = (page: Page, thing: LinkParameter, id: string) => `${page}?${thing}=${id}`

const demoOnly: readonly string[] = [pages.authTest, pages.demoInbox]

/** Returns the page of a path, with or without a slash at its end. */
export const pageAt = (path: string): Page | null => {
  const plain = path.replace(/(?<=[^/])\/$/, '')
  return Object.values<Page>(pages).find((page) => page === plain) ?? null
}

/**
 * Whether the path can be a page that anyone with its address may open. The page itself checks whether its session
 * exists.
 */
const isOpenedByAddress = (path: string) =>
  [capturePage, witnessPage].some((pattern) => fits(path, pattern, sessionToken))

/** Whether a path matches a pattern that ends in a parameter, with a valid value for it. */
const fits = (path: string, pattern: string, value: RegExp) => {
  const [before] = pattern.split(':')
  const plain = path.replace(/\/$/, '')
  return before !== undefined && plain.startsWith(before) && value.test(plain.slice(before.length))
}

/** Whether this path is a page of the portal. Demo pages exist in demo mode only. */
export const isPage = (path: string, isDemo: boolean) => {
  const page = pageAt(path)
  const isOfThing = pagesWithId.some((pattern) => fits(path, pattern, thingId)) || guideAt(path) !== null
  return isOfThing || isOpenedByAddress(path) || (page !== null && (isDemo || !demoOnly.includes(page)))
}

/** Returns the path to open after signing in. A path that could lead to another site is replaced by the dashboard. */
export const ownPath = (next: string | null): string => {
  if (next === null || !next.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(next)) return pages.dashboard
  const decoded = safelyDecoded(next)
  return decoded === null || /^\/[/\\]/.test(decoded) ? pages.dashboard : next
}

export const isOnFirstLogin = ({ isFirstLogin, role }: Pick<User, 'isFirstLogin' | 'role'>) =>
  isFirstLogin && role === 'client'

/**
 * Returns the page to open after signing in: the welcome page on a client's first login, otherwise the page they
 * wanted.
 */
export const landingOf = (
  user: Pick<User, 'isFirstLogin' | 'role'>,
  { next, hasViewedWelcome }: { next: string | null; hasViewedWelcome: boolean },
): string => {
  if (isOnFirstLogin(user) && !hasViewedWelcome) return pages.welcome
  const wanted = ownPath(next)
  return user.role !== 'client' && wanted === pages.dashboard ? pages.firm : wanted
}

/** Returns the path of the sign-in page, which leads back to `from` afterwards. */
export const authPath = (from: string) =>
  ownPath(from) === pages.dashboard ? pages.auth : `${pages.auth}?next=${encodeURIComponent(from)}`

const safelyDecoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Whether a user may try the inspector: everyone in demo mode, otherwise administrators only. */
export const canUseSandbox = ({ role }: Pick<User, 'role'>, { isDemo }: { isDemo: boolean }) =>
  isDemo || role === 'administrator'
