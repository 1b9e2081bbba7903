import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { withClient } from '#server/platform/postgres/roles.ts'
import { startPortal } from '#server/process/testing/portal-process.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { clusterOfRun, freshDatabase } from './cluster.ts'

const database = 'portico_demo'

/**
 * The records and the files of a firm that has just moved in. Whoever asks first in a run makes them, for all
 * portals of the run to begin with a copy: making them anew takes longer than many a journey.
 */
export function demo() {
  const cluster = clusterOfRun()
  // Removed with its cluster.
  const folder = join(dirname(cluster.host), 'demo')
  return withClient(cluster, async (client) => {
    // Held until this connection ends.
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await moveIn(client, folder)
    return { database, folder }
  })
}

/** It bears its name only when all of it is there. */
async function moveIn(client: Client, folder: string) {
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
