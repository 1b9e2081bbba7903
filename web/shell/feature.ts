import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import type { api } from '#contract/api.ts'
import type { Topic } from '#contract/kit/portal.ts'
import type { Action } from '#contract/kit/rights.ts'
import type { Chunk } from './chunk.ts'

/**
 * The page's half of a feature: all that the portal must know of it, in `manifest.ts` of its folder.
 * Manifests are loaded with the first script, so they name what is fetched later and import nothing else of it.
 */
export interface Feature {
  pages?: PortalPage[]
  live?: LiveQueries
  /** Its tabs of the account settings. */
  settings?: SettingsTab[]
  frame?: Partial<FrameParts>
}

/**
 * For whom a page is: `visitor` while nobody is signed in, `tester` for whoever may try the document checks,
 * `installer` while the portal has not been set up. Everyone else finds the 404 page there.
 */
export type PageAudience = 'anyone' | 'visitor' | 'installer' | 'member' | 'client' | 'firm' | 'tester'

export interface PageProps {
  /** The portal is reached over https. */
  isSecure: boolean
}

export interface PortalPage {
  path: string
  audience: PageAudience
  /** What a person of the firm must have the right to; without it the page does not exist for them. */
  action?: Action
  page: Chunk<PageProps>
  /**
   * What is drawn around a page that needs nobody signed in; the others stand in the portal's own frame. `own`: that
   * frame for the firm's people, and for all others a plain page.
   */
  frame?: 'auth' | 'plain' | 'own'
  /** It exists in the demo only. */
  inDemo?: boolean
  /** Its place in the navigation, which has the order of the features. */
  entry?: NavigationEntry
  /** A page that opens from this one, fetched together with it. */
  leadsTo?: string
}

export interface NavigationEntry {
  label: string
  icon: LucideIcon
  /** Its word in the phone's bottom bar; at most three have room beside the profile. */
  tab?: string
  /** By this page the firm is set up: its entry stands with the others of its kind, folded. */
  isSetUp?: true
  /** Left out for whoever has this right, and so comes to the page from another one. */
  unlessMay?: Action
  /** Beside its label in the sidebar: how much is new there. */
  Badge?: Chunk
}

export interface SettingsTab {
  value: string
  label: string
  content: Chunk
  audience?: 'client'
  /** What a person of the firm must have the right to; a client has no such tab. */
  action?: Action
}

type Api = typeof api
/** An endpoint by its name in the contract, such as `payments.list`. */
export type EndpointName = {
  [Group in keyof Api]: `${Group}.${Extract<keyof Api[Group], string>}`
}[keyof Api]

/** What is asked again when the portal says that a topic has changed. */
export type LiveQueries = Partial<Record<Topic, EndpointName[]>>

/** What features put into the frame around all pages of a signed-in person. */
export interface FrameParts {
  /** Around the frame: says as `Gate` whether onboarding comes first. */
  GateProvider: Chunk<{ children: ReactNode }>
  /** Notices, warns and asks when a session ends. */
  SessionWatch: Chunk
  /** In the place of every page, for a person of the firm who has to add a second factor first. */
  SecondFactorFirst: Chunk<{ done: () => void }>
  /** Over a page that somebody has typed into when their session ended. */
  SignInAgain: Chunk<{ held: User }>
  /** In the header of a phone. */
  Bell: Chunk
  /** The same in the sidebar. */
  BellEntry: Chunk<{ className: string }>
  /** In the header of a phone, for the firm. */
  Search: Chunk
  /** The same in the sidebar. */
  SearchEntry: Chunk<{ className: string }>
  /** Below the page, for clients. */
  Tips: Chunk
}
