import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Log } from '../diagnostics/log.ts'
import { seconds } from '../time/durations.ts'
import { type Pulse, watchPulse } from './liveness.ts'

/** A database or a transaction on it: a store cannot tell, and need not. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type Connection = pg.PoolConfig

export interface Database {
  db: Db
  pool: pg.Pool
  /** For what must find its session again, such as the jobs, which listen; the same pool where no pooler is in front. */
  sessions: pg.Pool
  /** Where sessions are kept. */
  connection: Connection
  pulse: Pulse
  close: () => Promise<void>
}

/** Of one node, of which the jobs listen on four; PostgreSQL has 100 for all nodes unless it is told otherwise. */
const connections = 19
/** Where the rest goes through a pooler: four listen, seven work, and what they do with rows is asked there too. */
const connectionsForJobs = 11
/** What signed-in people have of these at once; the rest is for visitors, jobs, and the counting of limits. */
export const connectionsForPeople = 12

/**
 * Every wait has an end: a slow database becomes 503 for one person, not a queue for all. The database itself ends
 * what takes long; `query_timeout` is for one that has stopped, or a line that has gone dead, and says nothing any more.
 */
const timeouts = { connectionTimeoutMillis: seconds(4), query_timeout: seconds(4.5) }

/** Said once a connection is there: a pooler such as PgBouncer refuses one that begins by asking for them. */
const settings = (word: 'set' | 'set local') =>
  Object.entries({
    statement_timeout: seconds(4),
    lock_timeout: seconds(4),
    idle_in_transaction_session_timeout: seconds(30),
  })
    .map(([name, value]) => `${word} ${name} = ${value}`)
    .join('; ')
/** The pool waits for it, though its types do not say so. */
const setUp: (client: pg.ClientBase) => unknown = (client) => client.query(settings('set'))

interface Options {
  log: Log
  /**
   * A pooler in front that gives each transaction whatever connection is free (PgBouncer in transaction mode). It
   * is asked for everything but what needs a session: statements have no names there, and settings end with their
   * transaction.
   */
  pooler?: Connection | null
}

export function openDatabase(connection: Connection, { log, pooler = null }: Options): Database {
  const open = new Set<pg.PoolClient>()
  const pulse = watchPulse({
    answers: () => answers(pooler ?? connection),
    cut: () => {
      for (const client of open) cut(client)
    },
  })
  const lost = (error: Error) => log.warn({ error: error.message }, 'a database connection was lost')
  const openPool = (to: Connection, options: pg.PoolConfig) => {
    const pool = new pg.Pool({ ...to, ...timeouts, application_name: 'portico', ...options })
    pool.on('error', lost)
    pool.on('connect', (client) => {
      // A connection can also break while somebody holds it; without a listener that would end the process.
      client.on('error', lost)
      adapt(client, { isNamed: to === connection })
      open.add(client)
      streamOf(client).on('data', pulse.heard)
    })
    pool.on('remove', (client) => open.delete(client))
    return pool
  }
  const sessions = openPool(connection, {
    max: pooler === null ? connections : connectionsForJobs,
    onConnect: setUp,
  })
  const pool = pooler === null ? sessions : openPool(pooler, { max: connections })
  const db = drizzle({ client: pool, casing: 'snake_case' })
  return {
    db: Object.assign(db, { transaction: transactionsOf(pool, { isPooled: pooler !== null }) }),
    pool,
    sessions,
    connection,
    pulse,
    close: async () => void (await Promise.all([...new Set([pool, sessions])].map(endPool))),
  }
}

/** How long the database may take to say that it is there, in milliseconds. */
const answerWithin = seconds(2.5)

/** A refusal is an answer too. It is asked on a connection of its own: those that are open may all be busy. */
async function answers(connection: Connection) {
  const client = new pg.Client({ ...connection, application_name: 'portico-pulse' })
  client.on('error', () => {})
  // Where this process was the slow one, the answer is there by now and is read first.
  const late = setTimeout(() => setImmediate(() => client.connection.stream.destroy()), answerWithin)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return sqlState(error) !== undefined
  } finally {
    clearTimeout(late)
    void client.end().catch(() => {})
  }
}

/** drizzle would keep a connection for ever on which not even the beginning of its transaction was answered. */
const transactionsOf = (pool: pg.Pool, { isPooled }: { isPooled: boolean }): Db['transaction'] => {
  return async (step, config) => {
    const client = await pool.connect()
    try {
      return await drizzle({ client, casing: 'snake_case' }).transaction(async (transaction) => {
        if (isPooled) await transaction.execute(sql.raw(settings('set local')))
        return step(transaction)
      }, config)
    } finally {
      client.release()
    }
  }
}

const streamOf = (client: pg.PoolClient) => {
  if (!(client instanceof pg.Client)) throw new Error('A pool hands out clients.')
  return client.connection.stream
}

const cut = (client: pg.PoolClient) =>
  streamOf(client).destroy(new Error('Connection terminated: the database does not answer'))

/**
 * What is asked next on a connection that has not answered in time, such as to roll back, would wait as long again: it
 * is cut. And where the next transaction finds another session, a statement that was named in this one is not known.
 */
const adapt = (client: pg.PoolClient, { isNamed }: { isNamed: boolean }) => {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (first: unknown, ...rest: unknown[]) => {
    const answer = ask(isNamed ? first : unnamed(first), ...rest)
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === unanswered) cut(client)
      })
    return answer
  }
  Object.assign(client, { query })
}

const unnamed = (question: unknown) =>
  typeof question === 'object' && question !== null && 'name' in question && !('submit' in question)
    ? { ...question, name: undefined }
    : question

/** How the driver says that `query_timeout` is over. */
const unanswered = 'Query read timeout'

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
  await Promise.race([pool.end().then(() => gone), sleep(seconds(1), undefined, { ref: false })])
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
    const query = known.get(db) ?? build(db)
    known.set(db, query)
    return query.execute(values)
  }
}
