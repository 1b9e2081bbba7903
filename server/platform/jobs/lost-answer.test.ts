import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { quiet } from '#server/testing/quiet.ts'
import { openLog } from '../diagnostics/log.ts'
import { migrateJobs, openJobs } from './queue.ts'

declare module './queue.ts' {
  interface JobPayloads {
    lostAnswer: Record<string, never>
  }
}

/** A pool whose line breaks once, after a job was taken and before that is answered. */
function poolWithLostAnswer(connection: pg.PoolConfig) {
  const pool = new pg.Pool(connection)
  pool.on('error', () => {})
  let isLost = false
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>
    const lose = async (...args: unknown[]) => {
      const answer = ask(...args)
      if (isLost || !(await answer).rows?.some(isTaken)) return answer
      isLost = true
      throw new Error('Connection terminated unexpectedly')
    }
    // What is asked with a callback answers nothing here, and takes no job.
    const query = (...args: unknown[]) => (typeof args.at(-1) === 'function' ? ask(...args) : lose(...args))
    Object.assign(client, { query })
  })
  return { pool, isLost: () => isLost }
}

const isTaken = (row: Record<string, unknown>) => 'payload' in row && 'attempts' in row

test('a job that was taken by a worker that never heard of it is done within seconds', async () => {
  const { pool, isLost } = poolWithLostAnswer(await freshDatabase())
  await migrateJobs(pool)
  let done = 0
  const run = async () => {
    done += 1
  }
  const jobs = await openJobs(pool, { tables: [{ lostAnswer: { run } }], log: openLog(quiet, 'warn') })
  onTestFinished(async () => {
    await jobs.close()
    await pool.end()
  })
  await pool.query("select graphile_worker.add_job('lostAnswer', '{}'::json)")
  await expect.poll(isLost, { timeout: 15_000 }).toBe(true)
  await expect.poll(() => done, { timeout: 20_000 }).toBe(1)
  await expect.poll(() => jobs.isWorking()).toBe(true)
})
