import { setTimeout as sleep } from 'node:timers/promises'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { seconds } from './durations.ts'
import type { Log } from './log.ts'
import { withReader } from './rows.ts'

/** A database or a transaction on it: a store cannot tell, and need not. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type Connection = pg.PoolConfig

export interface Database {
  db: Db
  pool: pg.Pool
  connection: Connection
  close: () => Promise<void>
}

/** Of one node, of which the jobs listen on one; PostgreSQL has 100 for all nodes unless it is told otherwise. */
const connections = 16
/** What signed-in people have of these at once; the rest is for visitors, jobs, and the counting of limits. */
export const connectionsForPeople = 12

/** Every wait has an end: a slow database becomes 503 for one person, not a queue for all. */
const patience = {
  connectionTimeoutMillis: seconds(5),
  statement_timeout: seconds(10),
  lock_timeout: seconds(5),
  idle_in_transaction_session_timeout: seconds(30),
}

export function openDatabase(connection: Connection, { log }: { log: Log }): Database {
  const pool = new pg.Pool({ ...connection, ...patience, max: connections, application_name: 'portico' })
  const lost = (error: Error) => log.warn({ error: error.message }, 'a database connection was lost')
  pool.on('error', lost)
  // A connection can also break while somebody holds it; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', lost))
  return {
    db: drizzle({ client: pool, casing: 'snake_case' }),
    pool,
    connection,
    close: () => endPool(pool),
  }
}

/** A pool says that it has ended while its connections still say goodbye, and a database that is stopped next cuts them off. */
async function endPool(pool: pg.Pool) {
  let open = pool.totalCount
  const gone = new Promise<void>((resolve) => {
    if (open === 0) resolve()
    pool.on('remove', () => {
      open -= 1
      if (open === 0) resolve()
    })
  })
  await pool.end()
  await Promise.race([gone, sleep(seconds(1), undefined, { ref: false })])
}

/** The PostgreSQL error code behind what a driver or drizzle threw, such as `23505`. */
export const sqlState = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  // Every state holds a digit, which tells it from the system's own words, such as EPIPE.
  if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code
  return cause === undefined ? undefined : sqlState(cause)
}

/** The constraint that a unique violation names. */
export const brokenConstraint = (error: unknown): string | undefined => {
  if (sqlState(error) !== '23505') return undefined
  const { constraint, cause } = error as { constraint?: string; cause?: unknown }
  return constraint ?? brokenConstraint(cause)
}

type Prepared<T> = { execute: (values?: Record<string, unknown>) => Promise<T> }

/**
 * A query that is built once a database and parsed once a connection: for the reads that every page makes.
 * Inside a transaction it is built anew, which costs microseconds and keeps it in that transaction.
 */
export const prepared = <T, V extends Record<string, unknown>>(build: (db: Db) => Prepared<T>) => {
  const known = new WeakMap<Db, Prepared<T>>()
  return (db: Db, values: V) => {
    const query = known.get(db) ?? withReader(build(db))
    known.set(db, query)
    return query.execute(values)
  }
}
