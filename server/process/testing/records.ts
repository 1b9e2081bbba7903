import pg from 'pg'
import { afterAll } from 'vitest'
import type { Connection } from '#server/platform/postgres/roles.ts'

/** Opens the database from outside the portal. Can also lock its tables to make the portal wait. */
export async function openRecords(connection: Connection) {
  const pool = new pg.Pool({ ...connection, max: 4, application_name: 'test' }).on('error', () => {})
  // A connection that is open when its server is killed must not end the test too.
  pool.on('connect', (client) => client.on('error', () => {}))
  const held = new Set<pg.PoolClient>()
  afterAll(async () => {
    for (const client of held) client.release(true)
    await pool.end()
  })
  const rows = async <T extends pg.QueryResultRow>(query: string, values: unknown[] = []) =>
    (await pool.query<T>(query, values)).rows

  return {
    rows,
    /**
     * Takes a lock and returns a function that releases it. A statement that needs the lock waits at exactly that
     * point.
     */
    hold: async (statement: string, values: unknown[] = []) => {
      const client = await pool.connect()
      held.add(client)
      await client.query('begin')
      await client.query(statement, values)
      return async () => {
        held.delete(client)
        await client.query('rollback')
        client.release()
      }
    },
    /**
     * Returns how many of the portal's statements that begin with this text wait for a lock. Without a text any counts,
     * also one of a scheduled job.
     */
    waiting: async (beginning = '') =>
      (await rows(`select pid ${waiting} and starts_with(query, $1)`, [beginning])).length,
    /** Ends those statements, as if they had never arrived. */
    endWaiting: () => rows(`select pg_terminate_backend(pid) ${waiting}`),
  }
}

const waiting = `from pg_stat_activity
  where application_name = 'portico' and datname = current_database() and wait_event_type = 'Lock'`
