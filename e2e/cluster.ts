import type { Connection } from '#server/platform/postgres/roles.ts'
import { copyDatabase, openCommonCluster } from '#server/testing/cluster.ts'

const variable = 'PORTICO_TEST_CLUSTER'

/** Called by Playwright once per run. Starts one PostgreSQL for the portals of all files. */
export default async function openCluster() {
  const { connection, remove } = await openCommonCluster()
  // Every worker of the run inherits this environment variable.
  process.env[variable] = JSON.stringify(connection)
  return remove
}

export const clusterOfRun = (): Connection => JSON.parse(process.env[variable] ?? '')

/** Creates a database for the caller, migrated or a copy of another. The caller drops it. */
export const freshDatabase = (original?: string) => copyDatabase(clusterOfRun(), original)
