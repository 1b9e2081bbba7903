import { createContext } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { may } from '#contract/kit/rights.ts'
import type { GateState } from '#contract/onboarding/gate.ts'
import type { Feature, FrameParts, LiveQueries, NavigationEntry, PageAudience } from './feature.ts'

/** A page's entry in the navigation, with its address. */
export interface Entry extends NavigationEntry {
  path: string
}

/** What the features make the portal of. */
export interface PortalParts {
  /** The sidebar and the sheet of the phone. */
  entriesFor: (user: Pick<User, 'role' | 'roles'>) => Entry[]
  live: LiveQueries
  frame: Partial<FrameParts>
  /** Fetches the parts of a page, by its path, before it is asked for. */
  preload: (path: string) => unknown
}

/** Filled around all pages: the shell takes from it what features bring. */
export const Portal = createContext<PortalParts>({
  entriesFor: () => [],
  live: {},
  frame: {},
  preload: () => {},
})

/** What decides whether onboarding comes first; null where nothing says so. */
export const Gate = createContext<GateState | null>(null)

export const partsOf = (features: Feature[], preload: PortalParts['preload']): PortalParts => ({
  entriesFor: ({ role, roles }) => {
    const audiences = role === 'client' ? forClients : forFirm
    return features
      .flatMap(({ pages = [] }) => pages)
      .filter(({ audience, action }) => audiences.includes(audience) && (!action || may(roles, action)))
      .flatMap(({ path, entry }) =>
        entry && !(entry.unlessMay && may(roles, entry.unlessMay)) ? [{ path, ...entry }] : [],
      )
  },
  live: liveOf(features),
  frame: Object.assign({}, ...features.map((feature) => feature.frame)),
  preload,
})

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
