import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import type { api } from '#contract/api.ts'
import type { Topic } from '#contract/kit/portal.ts'
import type { Action } from '#contract/kit/rights.ts'
import type { Chunk } from './chunk.ts'

/**
 * The page's half of a feature: all that the portal must know of it, in `manifest.ts` of its folder. Manifests are
 * loaded with the first script, so they name what is fetched later and import nothing else of the feature.
 */
export interface Feature {
  /**
   * For a feature that has no folder on the server, where it says its rank. Without it the feature ranks as a workflow.
   */
  rank?: 'console'
  pages?: PortalPage[]
  live?: LiveQueries
  /** Its tabs on the account settings page. */
  settings?: SettingsTab[]
  frame?: Partial<FrameParts>
}

/**
 * Who may see a page: `visitor` is someone not signed in, `tester` someone who may try the document checks, `installer`
 * anyone while the portal is not set up. Everyone else gets the 404 page.
 */
export type PageAudience = 'anyone' | 'visitor' | 'installer' | 'member' | 'client' | 'firm' | 'tester'

export interface PageProps {
  /** Whether the portal is served over https. */
  isSecure: boolean
}

export interface PortalPage {
  path: string
  audience: PageAudience
  /** The permission that staff need. Without it they get the 404 page. */
  action?: Action
  page: Chunk<PageProps>
  /**
   * The frame of a page that needs no sign-in; other pages have the portal's own frame. `own` is that frame for staff
   * and a plain page for everyone else.
   */
  frame?: 'auth' | 'plain' | 'own'
  /** Whether the page exists only in the demo. */
  inDemo?: boolean
  /** Its place in the navigation, in the order of the features. */
  entry?: NavigationEntry
  /** A page that is opened from this one and preloaded with it. */
  leadsTo?: string
}

export interface NavigationEntry {
  label: string
  icon: LucideIcon
  /** Its label in the phone's bottom bar. At most three fit beside the profile. */
  tab?: string
  /** Whether the page sets up the firm. Such entries are grouped and can be folded. */
  isSetUp?: true
  /** Hides the entry from users whose roles for the page have this permission too: they reach it from another one. */
  unlessMay?: Action
  /** Shown beside its label in the sidebar: the number of new items. */
  Badge?: Chunk
}

export interface SettingsTab {
  value: string
  label: string
  content: Chunk
  audience?: 'client'
  /** The permission that staff need. Clients never see such a tab. */
  action?: Action
}

type Api = typeof api
/** An endpoint by its name in the contract, such as `payments.list`. */
export type EndpointName = {
  [Group in keyof Api]: `${Group}.${Extract<keyof Api[Group], string>}`
}[keyof Api]

/** The endpoints to query again when the portal reports a change of a topic. */
export type LiveQueries = Partial<Record<Topic, EndpointName[]>>

/** Parts that features add to the frame around every page of a signed-in user. */
export interface FrameParts {
  /** Wraps the frame and provides `Gate`, which tells whether onboarding comes first. */
  GateProvider: Chunk<{ children: ReactNode }>
  /** Notices the end of a session, warns before it and asks to sign in again. */
  SessionWatch: Chunk
  /** Replaces every page for staff who must add a second factor first. */
  SecondFactorFirst: Chunk<{ done: () => void }>
  /** Shown over a page with unsaved input when the session ends. */
  SignInAgain: Chunk<{ held: User }>
  /** The notification bell in a phone's header. */
  Bell: Chunk
  /** The notification bell in the sidebar. */
  BellEntry: Chunk<{ className: string }>
  /** The search in a phone's header, for staff. */
  Search: Chunk
  /** The search in the sidebar. */
  SearchEntry: Chunk<{ className: string }>
  /** Tips below the page, for clients. */
  Tips: Chunk
}
