import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Problem } from '#contract/kit/problem.ts'
import type { Log } from '../diagnostics/log.ts'
import { withClient } from '../postgres/roles.ts'
import { seconds } from '../time/durations.ts'
import { type Connection, type Db, openDatabase, sqlState } from './database.ts'

/** A standby of the database that serves reads. */
export interface Replica {
  /**
   * Runs a read on the standby if it has every commit made before this call, so that nobody misses what they have just
   * saved. Runs it on the primary if the standby lags, is down or fails. A Problem that the work throws is passed
   * through.
   */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** Pauses between the checks whether the standby has caught up, in milliseconds. */
const pauses = [0, 5, 10, 20, 40, 80]
/** How long the standby may take to respond meanwhile, in milliseconds. */
const silence = 300
/**
 * How long every read goes to the primary after the standby lagged or failed, so that requests do not wait for it again
 * and again.
 */
const rest = { lagging: seconds(1), away: seconds(5) }

export function openReplica(
  connection: Connection,
  { primary, log }: { primary: { db: Db; pool: pg.Pool }; log: Log },
): Replica {
  const { db, pool, close } = openDatabase(connection, { log })
  let restsUntil = 0
  const restFor = (reason: keyof typeof rest) => {
    restsUntil = performance.now() + rest[reason]
  }

  async function isCurrent() {
    const position = await positionOf(primary.pool)
    for (const pause of pauses) {
      if (pause > 0) await sleep(pause)
      const { rows } = await pool.query<{ current: boolean }>(
        'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as current',
        [position],
      )
      if (rows[0]?.current) return true
    }
    return false
  }

  return {
    close,
    read: async (work) => {
      if (performance.now() < restsUntil) return work(primary.db)
      try {
        const state = await Promise.race([
          stateFrom(isCurrent()),
          sleep(silence, 'silent' as const, { ref: false }),
        ])
        if (state === 'current') return await work(db)
        restFor(state === 'silent' ? 'away' : 'lagging')
      } catch (error) {
        // A query too slow for the standby would be too slow for the primary.
        if (error instanceof Problem || sqlState(error) === statementTimeout) throw error
        restFor('away')
        log.warn({ error: String(error) }, 'a read from the replica failed and is done on the primary')
      }
      return work(primary.db)
    },
  }
}

const stateFrom = async (answer: Promise<boolean>) => {
  // The answer may still fail after nobody waits for it any more.
  answer.catch(() => {})
  return (await answer) ? ('current' as const) : ('lagging' as const)
}

/** SQLSTATE query_canceled. */
const statementTimeout = '57014'

/**
 * Returns how far commits are flushed to disk: a standby receives no more than that. Where PostgreSQL acknowledges a
 * commit before that (`synchronous_commit = off`), returns how far they are written at all.
 */
const positionOf = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ position: string }>(
    `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
       else pg_current_wal_flush_lsn() end as position`,
  )
  return rows[0]?.position
}

/**
 * Checks that the replica is a standby of this database. Returns a warning if it does not respond now. Each read tries
 * it again.
 *
 * @throws Error with a sentence if it is not a standby, or a standby of another server.
 */
export async function checkReplica(replica: Connection, primary: Connection): Promise<string | null> {
  const [standby, own] = await Promise.all([serverOf(replica).catch(() => null), serverOf(primary)])
  if (standby === null)
    return 'The replica of DATABASE_READ_URL does not answer: until it does, everything is read from the primary.'
  if (!standby.isStandby || standby.server !== own.server)
    throw new Error('DATABASE_READ_URL has to lead to a standby of the database that DATABASE_URL leads to.')
  return null
}

/** @throws Error with a sentence if the pooler does not respond, or leads to another database. */
export async function checkPooler(pooler: Connection, own: Connection) {
  const [there, here] = await Promise.all([
    serverOf(pooler).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`The pooler of DATABASE_URL does not answer: ${reason}.`, { cause })
    }),
    serverOf(own),
  ])
  if (there.isStandby || there.server !== here.server || there.database !== here.database)
    throw new Error('DATABASE_URL (a pooler) and DATABASE_DIRECT_URL have to lead to the same database.')
}

interface Server {
  isStandby: boolean
  /** System identifier, shared by a server and its standbys. */
  server: string
  database: string
}

const serverOf = (connection: Connection) =>
  withClient({ ...connection, connectionTimeoutMillis: seconds(5) }, async (client) => {
    const { rows } = await client.query<Server>(
      `select pg_is_in_recovery() as "isStandby", system_identifier::text as server, current_database() as database
       from pg_control_system()`,
    )
    return rows[0] as Server
  })
