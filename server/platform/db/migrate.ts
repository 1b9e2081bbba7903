import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrateJobs } from '../jobs/queue.ts'
import { withClient } from '../postgres/databases.ts'
import { letWork, type Roles } from '../postgres/roles.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))
/** Any number that only we lock: two nodes that start together migrate one after the other. */
const turn = 7_032_026

/** Brings a database to this version: all of a migration or none of it, so a crash leaves it startable. */
export async function migrateDatabase({ owner, appName }: Pick<Roles, 'owner' | 'appName'>) {
  const jobs = new pg.Pool({ ...owner, max: 2 }).on('error', () => {})
  jobs.on('connect', (client) => client.on('error', () => {}))
  try {
    await withClient(owner, async (client) => {
      const db = drizzle({ client })
      await db.execute(sql`select pg_advisory_lock(${turn})`)
      await migrate(db, { migrationsFolder: folder })
      await migrateJobs(jobs)
      if (appName !== null) await letWork(client, appName)
    })
  } finally {
    await jobs.end()
  }
}
