import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { NodePgDatabase, NodePgDriver } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Log } from '../diagnostics/log.ts'
import { minutes, seconds } from '../time/durations.ts'
import { QuickDialect } from './dialect.ts'
import { type Pulse, watchPulse } from './liveness.ts'
import { openStatementNames } from './statement-names.ts'

/** A database or a transaction. A store works the same on either. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type Connection = pg.PoolConfig

export interface Database {
  db: Db
  pool: pg.Pool
  /**
   * Connections that keep their session, for example for the jobs, which listen. The same as `pool` without a pooler.
   */
  sessions: pg.Pool
  /** Connects to the server itself, where sessions are kept. */
  connection: Connection
  pulse: Pulse
  close: () => Promise<void>
}

/** Connections of one node, of which the jobs use four to listen. PostgreSQL allows 100 for all nodes by default. */
const connections = 19
/** With a pooler in front: four connections listen, seven run jobs, whose own queries go through the pooler. */
const connectionsForJobs = 11
/** How many of these connections signed-in people use at once. The rest is for visitors, jobs and rate limits. */
export const connectionsForPeople = 12

/**
 * Limits every wait, so that a slow database means 503 for one request and not a queue for all. The database itself
 * ends slow queries. `query_timeout` is for a database or a connection that no longer responds at all.
 */
const timeouts = { connectionTimeoutMillis: seconds(4), query_timeout: seconds(4.5) }

/**
 * How long an unused connection stays open. PostgreSQL reads its catalogue anew on a new one, and plans every statement:
 * a page that is opened after a pause would wait for that. The driver's own ten seconds are shorter than such a pause.
 */
const idleTimeoutMillis = minutes(5)

/** A connection keeps the plans of its statements, also of those that nothing asks any more (`openStatementNames`). */
const maxLifetimeSeconds = minutes(60) / seconds(1)

/** Set once a connection is open, because a pooler such as PgBouncer refuses connections that ask for settings. */
const settings = (word: 'set' | 'set local') =>
  Object.entries({
    statement_timeout: seconds(4),
    lock_timeout: seconds(4),
    idle_in_transaction_session_timeout: seconds(30),
  })
    .map(([name, value]) => `${word} ${name} = ${value}`)
    .join('; ')
/** The pool waits for the result, although its types don't say so. */
const setUp: (client: pg.ClientBase) => unknown = (client) => client.query(settings('set'))

interface Options {
  log: Log
  /**
   * A pooler in front that gives each transaction any free connection (PgBouncer in transaction mode). Everything that
   * needs no session goes through it, with unnamed statements, and settings that end with their transaction.
   */
  pooler?: Connection | null
}

export function openDatabase(connection: Connection, { log, pooler = null }: Options): Database {
  const open = new Set<pg.PoolClient>()
  const nameIfOften = openStatementNames()
  const pulse = watchPulse({
    answers: () => answers(pooler ?? connection),
    closeConnections: () => {
      for (const client of open) cut(client)
    },
  })
  const lost = (error: Error) => log.warn({ error: error.message }, 'a database connection was lost')
  const openPool = (to: Connection, options: pg.PoolConfig) => {
    const pool = new pg.Pool({
      ...to,
      ...timeouts,
      idleTimeoutMillis,
      maxLifetimeSeconds,
      application_name: 'portico',
      // Only changes what is asked of one connection while a response is awaited. See `readAtOnce`.
      pipeline: true,
      ...options,
    })
    pool.on('error', lost)
    pool.on('connect', (client) => {
      // A connection can also break while it is in use. Without a listener, that would end the process.
      client.on('error', lost)
      // Behind a pooler, the next transaction may get another session that does not know the name.
      adapt(client, to === connection ? nameIfOften : unnamed)
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
  const db = databaseOver(pool)
  pools.set(db, pool)
  return {
    db: Object.assign(db, { transaction: transactionsOf(pool, { isPooled: pooler !== null }) }),
    pool,
    sessions,
    connection,
    pulse,
    close: async () => void (await Promise.all([...new Set([pool, sessions])].map(endPool))),
  }
}

/** How long the database may take to respond, in milliseconds. */
const answerWithin = seconds(2.5)

/**
 * Returns whether the database responds. A refusal counts too. Opens a connection of its own, since the others may all
 * be busy.
 */
async function answers(connection: Connection) {
  const client = new pg.Client({ ...connection, application_name: 'portico-pulse' })
  client.on('error', () => {})
  // If this process was the slow one, the answer has arrived by now and is read first.
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

/** drizzle would never release a connection on which even the start of its transaction got no answer. */
const transactionsOf = (pool: pg.Pool, { isPooled }: { isPooled: boolean }): Db['transaction'] => {
  return async (step, config) => {
    const client = await pool.connect()
    try {
      return await on(client).transaction(async (transaction) => {
        if (isPooled) await transaction.execute(sql.raw(settings('set local')))
        return step(transaction)
      }, config)
    } finally {
      client.release()
    }
  }
}

/** One for all connections, so that the names of tables and columns are worked out once. */
const dialect = new QuickDialect({ casing: 'snake_case' })

const databaseOver = (client: pg.Pool | pg.PoolClient): Db =>
  new NodePgDatabase(dialect, new NodePgDriver(client, dialect).createSession(undefined), undefined)

const openClients = new WeakMap<pg.PoolClient, Db>()

/** Returns the database over one connection, which is kept with it. */
const on = (client: pg.PoolClient) => {
  const known = openClients.get(client) ?? databaseOver(client)
  openClients.set(client, known)
  streams.set(known, streamOf(client))
  return known
}

const streams = new WeakMap<Db, ReturnType<typeof streamOf>>()

const pools = new WeakMap<Db, pg.Pool>()

/**
 * Runs reads on one connection, or in a transaction on its connection, so that none waits for a free one. Nothing may use
 * `connected` once `read` has ended.
 */
export const onOneConnection = async <T>(db: Db, read: (connected: Db) => Promise<T>): Promise<T> => {
  const client = await pools.get(db)?.connect()
  try {
    return await read(client ? on(client) : db)
  } finally {
    client?.release()
  }
}

/**
 * Sends the first statements of several reads on one connection at once. PostgreSQL answers them in turn, so that a page
 * with many of them waits for the network once. Each sees what was committed when its turn came.
 *
 * @throws what the first of them that failed threw, once all have ended.
 */
export const readAtOnce = <T extends readonly unknown[]>(
  db: Db,
  reads: { [K in keyof T]: (connected: Db) => Promise<T[K]> },
): Promise<T> =>
  onOneConnection(db, async (connected) => {
    const stream = streams.get(connected)
    // One write of all, since each write wakes PostgreSQL. What is sent after other work waits for the next turn.
    stream?.cork()
    if (stream) setImmediate(() => stream.uncork())
    // A read that throws before it asks anything fails as the others do, which still need the connection.
    const running = reads.map(async (read) => read(connected))
    await Promise.allSettled(running)
    return Promise.all(running) as Promise<unknown> as Promise<T>
  })

const streamOf = (client: pg.PoolClient) => {
  if (!(client instanceof pg.Client)) throw new Error('A pool hands out clients.')
  return client.connection.stream
}

const cut = (client: pg.PoolClient) =>
  streamOf(client).destroy(new Error('Connection terminated: the database does not answer'))

/**
 * Cuts a connection whose query timed out: the next query on it, such as a rollback, would wait as long again. Has each
 * question named or unnamed first.
 */
const adapt = (client: pg.PoolClient, named: (question: unknown, values: unknown) => unknown) => {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (first: unknown, ...rest: unknown[]) => {
    const answer = ask(named(first, rest[0]), ...rest)
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

/** The driver's message when `query_timeout` is over. */
const unanswered = 'Query read timeout'

/**
 * Waits for all connections to close. A pool reports its end earlier, and stopping the database then would cut them
 * off.
 */
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

/** Returns the PostgreSQL error code in an error of the driver or drizzle, such as `23505`. */
export const sqlState = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  // Every code contains a digit, unlike the system's own codes such as EPIPE.
  if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code
  return cause === undefined ? undefined : sqlState(cause)
}

/** Returns the constraint that a unique violation names. */
export const brokenConstraint = (error: unknown): string | undefined => {
  if (sqlState(error) !== '23505') return undefined
  const { constraint, cause } = error as { constraint?: string; cause?: unknown }
  return constraint ?? brokenConstraint(cause)
}

export type Prepared<T> = { execute: (values?: Record<string, unknown>) => Promise<T> }

/**
 * Builds a query once per database and parses it once per connection, for the reads that every page makes. A
 * transaction builds it again, which takes microseconds and keeps it in that transaction.
 */
export const prepared = <T, V extends Record<string, unknown>>(build: (db: Db) => Prepared<T>) => {
  const known = new WeakMap<Db, Prepared<T>>()
  return (db: Db, values: V) => {
    const query = known.get(db) ?? build(db)
    known.set(db, query)
    return query.execute(values)
  }
}
