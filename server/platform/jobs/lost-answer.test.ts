import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { quiet } from '#server/testing/quiet.ts'
import { openLog } from '../diagnostics/log.ts'
import { withClient } from '../postgres/roles.ts'
import { migrateJobs, openJobs } from './queue.ts'

declare module './queue.ts' {
  interface JobPayloads {
    lostAnswer: Record<string, never>
  }
}

/**
 * A pool whose connection breaks once, after a job was taken and before the worker gets it. Runs `beforeLoss` in
 * between.
 */
function poolWithLostAnswer(connection: pg.PoolConfig, beforeLoss: () => Promise<unknown>) {
  const pool = new pg.Pool(connection)
  pool.on('error', () => {})
  let isLost = false
  pool.on('connect', (client) => {
    // The pool reports its end before its connections have closed, which dropping the database then cuts off.
    client.on('error', () => {})
    const ask = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>
    const lose = async (...args: unknown[]) => {
      const answer = ask(...args)
      if (isLost || !(await answer).rows?.some(isTaken)) return answer
      isLost = true
      await beforeLoss()
      throw new Error('Connection terminated unexpectedly')
    }
    // A query with a callback returns no promise here, and takes no job.
    const query = (...args: unknown[]) => (typeof args.at(-1) === 'function' ? ask(...args) : lose(...args))
    Object.assign(client, { query })
  })
  return { pool, isLost: () => isLost }
}

const isTaken = (row: Record<string, unknown>) => 'payload' in row && 'attempts' in row

interface Work {
  run: () => Promise<void>
  beforeLoss: () => Promise<void>
  connection: pg.PoolConfig
}
const nothing = async () => {}

/** Opens jobs on a pool whose connection breaks when the job of this file is taken. */
async function openWork({ run, beforeLoss, connection }: Partial<Work>) {
  const { pool, isLost } = poolWithLostAnswer(connection ?? (await freshDatabase()), beforeLoss ?? nothing)
  await migrateJobs(pool)
  const jobs = await openJobs(pool, {
    tables: [{ lostAnswer: { run: run ?? nothing } }],
    log: openLog(quiet, 'warn'),
  })
  onTestFinished(async () => {
    await jobs.close()
    await pool.end()
  })
  await pool.query("select graphile_worker.add_job('lostAnswer', '{}'::json)")
  await expect.poll(isLost, { timeout: 15_000 }).toBe(true)
  return { pool, jobs }
}

test('a job that was taken by a worker that never heard of it is done within seconds', async () => {
  let done = 0
  const run = async () => {
    done += 1
  }
  const { jobs } = await openWork({ run })
  await expect.poll(() => done, { timeout: 20_000 }).toBe(1)
  await expect.poll(() => jobs.isWorking()).toBe(true)
})

test('work that is closed while it starts again stays closed, and holds no connection', async () => {
  const connection = await freshDatabase()
  await withClient(connection, async (holder) => {
    // A restarting queue first releases its old jobs, which waits for this lock.
    const beforeLoss = async () => {
      await holder.query('begin')
      await holder.query('lock table graphile_worker._private_jobs in access exclusive mode')
    }
    const { pool, jobs } = await openWork({ connection, beforeLoss })
    const starting = async () => {
      // A transaction keeps its first snapshot of the other connections until it ends.
      await holder.query('select pg_stat_clear_snapshot()')
      const { rows } = await holder.query(
        `select from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and query like '%force_unlock_workers%'`,
      )
      return rows.length
    }
    await expect.poll(starting).toBeGreaterThan(0)
    const closed = jobs.close()
    await holder.query('commit')
    await closed
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  })
})
