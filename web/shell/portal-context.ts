import { createContext } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { may, rolesFor, type StaffRole } from '#contract/kit/rights.ts'
import type { GateState } from '#contract/onboarding/gate.ts'
import type { Feature, FrameParts, LiveQueries, NavigationEntry, PageAudience } from './feature.ts'

/** A page's entry in the navigation, with its address. */
export interface Entry extends NavigationEntry {
  path: string
}

/** The portal's parts that come from the features. */
export interface PortalParts {
  /** Entries of the sidebar and of the phone's menu. */
  entriesFor: (user: Pick<User, 'role' | 'roles'>) => Entry[]
  live: LiveQueries
  frame: Partial<FrameParts>
  /** Fetches the chunks of a page, by its path, before it is opened. */
  preload: (path: string) => unknown
}

/** Provided around all pages, so that the shell can use what features add. */
export const Portal = createContext<PortalParts>({
  entriesFor: () => [],
  live: {},
  frame: {},
  preload: () => {},
})

/** Decides whether onboarding comes first. Null if nothing provides it. */
export const Gate = createContext<GateState | null>(null)

export const partsOf = (features: Feature[], preload: PortalParts['preload']): PortalParts => ({
  entriesFor: ({ role, roles }) => {
    const audiences = role === 'client' ? forClients : forFirm
    return features
      .flatMap(({ pages = [] }) => pages)
      .filter(({ audience, action }) => audiences.includes(audience) && (!action || may(roles, action)))
      .flatMap(({ path, action, entry }) =>
        entry && isShown(entry, action ? rolesFor(roles, action) : roles) ? [{ path, ...entry }] : [],
      )
  },
  live: liveOf(features),
  frame: Object.assign({}, ...features.map((feature) => feature.frame)),
  preload,
})

/** Of several roles that open a page, one that has no other way to it is enough: a cashier may be a fee earner too. */
const isShown = ({ unlessMay }: NavigationEntry, roles: readonly StaffRole[]) =>
  !unlessMay || roles.some((role) => !may([role], unlessMay))

const forClients: readonly PageAudience[] = ['client', 'member']
const forFirm: readonly PageAudience[] = ['firm', 'member']

const liveOf = (features: Feature[]) => {
  const live: LiveQueries = {}
  for (const [topic, names] of features.flatMap((feature) => entriesOf(feature.live ?? {})))
    live[topic] = [...(live[topic] ?? []), ...names]
  return live
}

const entriesOf = (live: LiveQueries) =>
  Object.entries(live) as [keyof LiveQueries, NonNullable<LiveQueries[keyof LiveQueries]>][]
