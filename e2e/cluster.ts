import type { Connection } from '#server/platform/postgres/roles.ts'
import { copyDatabase, openCommonCluster } from '#server/testing/cluster.ts'

const variable = 'PORTICO_TEST_CLUSTER'

/** Called by Playwright once a run: one PostgreSQL for the portals of all files. */
export default async function openCluster() {
  const { connection, remove } = await openCommonCluster()
  // What is set here, every worker of the run is started with.
  process.env[variable] = JSON.stringify(connection)
  return remove
}

export const clusterOfRun = (): Connection => JSON.parse(process.env[variable] ?? '')

/** A database of the caller's own, migrated or a copy of another; whoever asked drops it. */
export const freshDatabase = (original?: string) => copyDatabase(clusterOfRun(), original)
