import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { inject } from 'vitest'
import { type Connection, withClient } from '#server/platform/postgres/roles.ts'
import { startPortal } from '#server/process/testing/portal-process.ts'
import { urlOf } from '#server/process/testing/records.ts'
import { freshDatabase } from '#server/testing/cluster.ts'

const database = 'portico_demo'

/**
 * The records and the files of a firm that has just moved in. Whoever asks first in a run makes them, for all
 * portals of the run to begin with a copy: making them anew takes longer than many a journey.
 */
export function demo() {
  const cluster = inject('cluster')
  // Removed with its cluster.
  const folder = join(dirname(cluster.host), 'demo')
  return withClient(cluster, async (client) => {
    // Held until this connection ends.
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await moveIn(client, { connection: await freshDatabase(), folder })
    return { database, folder }
  })
}

/** It bears its name only when all of it is there. */
async function moveIn(client: Client, { connection, folder }: { connection: Connection; folder: string }) {
  const portal = await startPortal({
    DATABASE_URL: urlOf(connection),
    PORTICO_DATA: folder,
    PORTICO_DEMO: '1',
  })
  await portal.end('SIGTERM')
  await client.query(`create database ${database} template ${connection.database} strategy file_copy`)
}
