import { createContext } from 'react'
import type { Role } from '#contract/accounts.ts'
import type { GateState } from '#contract/gate.ts'
import type { Feature, FrameParts, LiveQueries, NavigationEntry, PageAudience } from './feature.ts'

/** A page's entry in the navigation, with its address. */
export interface Entry extends NavigationEntry {
  path: string
}

/** What the features make the portal of. */
export interface PortalParts {
  /** The sidebar and the sheet of the phone. */
  entriesFor: (role: Role) => Entry[]
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
  entriesFor: (role) =>
    features
      .flatMap(({ pages = [] }) => pages)
      .flatMap(({ path, audience, entry }) =>
        entry && audiencesOf[role].includes(audience) ? [{ path, ...entry }] : [],
      ),
  live: liveOf(features),
  frame: Object.assign({}, ...features.map((feature) => feature.frame)),
  preload,
})

const audiencesOf: Record<Role, readonly PageAudience[]> = {
  client: ['client', 'member'],
  fee_earner: ['firm', 'member'],
  administrator: ['firm', 'administrator', 'member'],
}

const liveOf = (features: Feature[]) => {
  const live: LiveQueries = {}
  for (const [topic, names] of features.flatMap((feature) => entriesOf(feature.live ?? {})))
    live[topic] = [...(live[topic] ?? []), ...names]
  return live
}

const entriesOf = (live: LiveQueries) =>
  Object.entries(live) as [keyof LiveQueries, NonNullable<LiveQueries[keyof LiveQueries]>][]
