import type { PersonalDataSource } from '../audit/personal-data.ts'
import type { EventHandlers } from '../events/bus.ts'
import type { KnownFiles } from '../files/sweeper.ts'
import type { JobContext } from '../jobs/context.ts'
import type { JobTable } from '../jobs/queue.ts'
import type { Routes } from './routes.ts'

/**
 * Says which features one may use: a foundation none, a workflow foundations, a console both. The architecture test
 * reads the rank from the text of each manifest.
 */
type Rank = 'foundation' | 'workflow' | 'console'

/**
 * Everything the platform knows about a feature. A feature adds its audit events, job payloads and live topics as types
 * to the platform's own (`AuditEvents`, `JobPayloads`, `Topics`), and passes a limit as a value where it counts. `D` is
 * what `app.ts` gives to the feature, such as another feature's function that its rank does not let it import.
 */
export interface Feature<D = unknown> {
  rank: Rank
  routes: (given: D) => readonly Routes[]
  /** Handles events that other features publish, in the publisher's transaction. */
  eventHandlers: EventHandlers
  /** Background jobs, each with its schedule and its queue. */
  jobs: (jobContext: JobContext, given: D) => JobTable
  /** The personal data of clients in its tables. */
  personalData: readonly PersonalDataSource[]
  /** Returns which of these files have a row in this feature. A file that no feature knows is swept. */
  knownFiles?: KnownFiles
  /** What of it does not answer, in sentences without a place: anybody may ask for the health. */
  warnings?: (jobContext: JobContext) => Promise<string[]>
  /** Returns a sentence for the log if something of the feature is wrong when the portal starts. */
  faultAtStart?: (jobContext: JobContext) => Promise<string | null>
}

interface Manifest<D> extends Partial<Omit<Feature<D>, 'rank' | 'routes'>> {
  rank: Rank
  routes: readonly Routes[] | Feature<D>['routes']
}

/** Returns a feature's manifest. Everything it does not name is empty. */
export const feature = <D = unknown>({ routes, ...manifest }: Manifest<D>): Feature<D> => ({
  eventHandlers: {},
  jobs: () => ({}),
  personalData: [],
  ...manifest,
  routes: typeof routes === 'function' ? routes : () => routes,
})
