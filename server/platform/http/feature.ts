import type { PersonalDataSource } from '../audit/personal-data.ts'
import type { EventHandlers } from '../events/bus.ts'
import type { KnownFiles } from '../files/sweeper.ts'
import type { JobContext } from '../jobs/context.ts'
import type { JobTable } from '../jobs/queue.ts'
import type { Routes } from './routes.ts'

/**
 * Which other features one may use: a foundation none, a workflow the foundations, a console both. The architecture
 * test reads it from the text of each manifest.
 */
type Rank = 'foundation' | 'workflow' | 'console'

/**
 * All that the platform knows of a feature, which the feature says itself. Its audit events, its jobs' payloads and
 * its live topics are types that it adds to the platform's own (`AuditEvents`, `JobPayloads`, `Topics`); a limit is a
 * value that it hands in where it counts. `D` is what the table of contents hands to it, such as another feature's
 * door that its rank does not let it open.
 */
export interface Feature<D = unknown> {
  rank: Rank
  routes: (given: D) => readonly Routes[]
  /** What it does when another feature publishes an event, in the publisher's transaction. */
  eventHandlers: EventHandlers
  /** Its work that nobody waits for, each with its schedule and its queue. */
  jobs: (jobContext: JobContext, given: D) => JobTable
  /** What its tables hold of a client. */
  personalData: readonly PersonalDataSource[]
  /** Which of these files it keeps: what no feature keeps is swept. */
  knownFiles?: KnownFiles
  /** A sentence for the log where something of it is not as it should be when the portal starts. */
  faultAtStart?: (jobContext: JobContext) => Promise<string | null>
}

interface Manifest<D> extends Partial<Omit<Feature<D>, 'rank' | 'routes'>> {
  rank: Rank
  routes: readonly Routes[] | Feature<D>['routes']
}

/** A feature's manifest; what it does not name, it does not have. */
export const feature = <D = unknown>({ routes, ...manifest }: Manifest<D>): Feature<D> => ({
  eventHandlers: {},
  jobs: () => ({}),
  personalData: [],
  ...manifest,
  routes: typeof routes === 'function' ? routes : () => routes,
})
