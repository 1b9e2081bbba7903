import { sql } from 'drizzle-orm'
import { Logger, type Runner, run, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { Db } from './db.ts'
import type { Log } from './log.ts'

/** Work that happens afterwards, by name, with what it is told. Ids only: the rows hold the rest. */
export interface JobPayloads {
  readDocument: { documentId: string }
  settlePayments: Record<string, never>
  sweepFiles: Record<string, never>
  forgetOld: Record<string, never>
}
export type JobName = keyof JobPayloads
export type JobTable = { [J in JobName]?: (payload: JobPayloads[J]) => Promise<void> }

export interface JobOptions {
  key?: string
  /** Not before this time. */
  runAt?: Date
}

/** Queues a job on this database or transaction. One with the same key replaces the one that waits. */
export const queueJob =
  (db: Db) =>
  async <J extends JobName>(job: J, payload: JobPayloads[J], options: JobOptions = {}) => {
    await db.execute(sql`select graphile_worker.add_job(
      ${job}, ${JSON.stringify(payload)}::json,
      job_key => ${options.key ?? null}, run_at => ${options.runAt?.toISOString() ?? null}::timestamptz)`)
  }

export interface Jobs {
  isWorking: () => boolean
  close: () => Promise<void>
}

const silent = new Logger(() => () => {})

export const migrateJobs = (pool: pg.Pool) => runMigrations({ pgPool: pool, logger: silent })

/** Starts working. `crontab` is in graphile-worker's words, times in UTC. */
export async function openJobs(
  pool: pg.Pool,
  { table, crontab, log }: { table: JobTable; crontab: string; log: Log },
): Promise<Jobs> {
  const taskList = Object.fromEntries(
    Object.entries(table).map(([name, work]) => [name, (payload: unknown) => work(payload as never)]),
  )
  const runner: Runner = await run({
    pgPool: pool,
    logger: silent,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2000,
    crontab,
    taskList,
  })
  let isWorking = true
  runner.events.on('job:error', ({ job, error }) => {
    log.error({ job: job.task_identifier, error: String(error) }, 'a job failed and will be tried again')
  })
  runner.promise.then(
    () => {
      isWorking = false
    },
    (error: unknown) => {
      isWorking = false
      log.error({ error: String(error) }, 'the jobs stopped')
    },
  )
  return {
    isWorking: () => isWorking,
    close: async () => {
      if (isWorking) await runner.stop()
    },
  }
}
