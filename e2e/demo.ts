import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { withClient } from '#server/platform/postgres/roles.ts'
import { startPortal } from '#server/process/testing/portal-process.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { clusterOfRun, freshDatabase } from './cluster.ts'

const database = 'portico_demo'

/**
 * Returns the database and the files of a newly installed demo firm. The first caller in a run creates them, and all
 * portals of the run start from a copy: creating them again would take longer than many a journey.
 */
export function demo() {
  const cluster = clusterOfRun()
  // Removed together with its cluster.
  const folder = join(dirname(cluster.host), 'demo')
  return withClient(cluster, async (client) => {
    // The lock is held until this connection ends.
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await createDemo(client, folder)
    return { database, folder }
  })
}

/** Creates the database under its final name only once it is complete. */
async function createDemo(client: Client, folder: string) {
  const { connection, drop } = await freshDatabase()
  const portal = await startPortal({
    DATABASE_URL: urlOf(connection),
    PORTICO_DATA: folder,
    PORTICO_DEMO: '1',
  })
  await portal.end('SIGTERM')
  await client.query(`create database ${database} template ${connection.database} strategy file_copy`)
  await drop()
}
