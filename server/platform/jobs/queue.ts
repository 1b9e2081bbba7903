import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Logger, run, runMigrations, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { faultOf, type Log } from '../diagnostics/log.ts'
import { minutes, seconds } from '../time/durations.ts'

/** Work that happens afterwards, by name, with what it is told. Ids only: the rows hold the rest. */
export interface JobPayloads {
  readDocument: { documentId: string }
  judgeAgain: { documentId: string }
  readWaiting: Record<string, never>
  tellFirmOfWaiting: Record<string, never>
  offerReset: { userId: string }
  compareFaces: { clientId: string }
  settlePayments: Record<string, never>
  sweepFiles: Record<string, never>
  remindOfAppointments: Record<string, never>
  eraseOld: Record<string, never>
  sendMail: { mailId: string }
  sendMails: Record<string, never>
  sendDigests: Record<string, never>
  remindClients: Record<string, never>
  eraseMails: Record<string, never>
  ringUnread: { messageId: string }
}
export type JobName = keyof JobPayloads
/** A job that may take long ends itself when the portal is `stopping`. */
export type JobTable = {
  [J in JobName]?: (payload: JobPayloads[J], stopping?: AbortSignal) => Promise<void>
}

export interface JobOptions {
  key?: string
  /** Not before this time. */
  runAt?: Date
  /** What may wait for other work of its workers has a higher number; 0 where none is told. */
  priority?: number
}

/** Queues a job on this database or transaction. One with the same key replaces the one that waits. */
export const queueJob =
  (db: Db) =>
  async <J extends JobName>(job: J, payload: JobPayloads[J], options: JobOptions = {}) => {
    await db.execute(sql`select graphile_worker.add_job(
      ${job}, ${JSON.stringify(payload)}::json,
      job_key => ${options.key ?? null}, run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
      priority => ${options.priority ?? 0})`)
  }

export interface Jobs {
  isWorking: () => boolean
  close: () => Promise<void>
}

const silent = new Logger(() => () => {})

export const migrateJobs = (pool: pg.Pool) => runMigrations({ pgPool: pool, logger: silent })

interface Queue {
  table: JobTable
  /** In graphile-worker's words, times in UTC. */
  crontab: string
  /** Jobs at once, of this table alone: what takes long has workers of its own, and holds up nothing else. */
  concurrency: number
}

/** Starts working, and starts again when a lost database has ended the work, until it is closed. */
export async function openJobs(pool: pg.Pool, { queues, log }: { queues: Queue[]; log: Log }): Promise<Jobs> {
  const closing = new AbortController()
  const opened: Jobs[] = []
  for (const queue of queues) opened.push(await openQueue(pool, { ...queue, log, stopping: closing.signal }))
  const takingBack = setInterval(() => void takeBack(pool).catch(() => {}), minutes(1))
  takingBack.unref()
  return {
    isWorking: () => opened.every((queue) => queue.isWorking()),
    close: async () => {
      clearInterval(takingBack)
      closing.abort()
      await Promise.all(opened.map((queue) => queue.close()))
    },
  }
}

interface Work extends Queue {
  log: Log
  stopping: AbortSignal
}

async function openQueue(pool: pg.Pool, work: Work): Promise<Jobs> {
  const { stopping, log } = work
  let current: Worker | null = await startWorker(pool, work)

  const keepWorking = async () => {
    while (current && !stopping.aborted) {
      const { id, ended } = current
      const reason = await ended
      current = null
      if (stopping.aborted) return
      log.warn({ reason }, 'the jobs stopped, and are started again')
      current = await startAgain(pool, work, id)
    }
  }
  const keeping = keepWorking()
  return {
    isWorking: () => current !== null,
    close: async () => {
      await current?.stop()
      await keeping
    },
  }
}

interface Worker {
  id: string
  /** Resolves with the reason; never rejects. */
  ended: Promise<string>
  stop: () => Promise<void>
}

async function startWorker(pool: pg.Pool, work: Work, before?: string): Promise<Worker> {
  const { table, crontab, concurrency, log, stopping } = work
  await takeBack(pool, before)
  const events: WorkerEvents = new EventEmitter()
  let id = ''
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  events.on('job:error', ({ job, error }) => {
    log.error({ job: job.task_identifier, error: faultOf(error) }, 'a job failed and will be tried again')
  })
  const taskList = Object.fromEntries(
    Object.entries(table).map(([name, perform]) => [
      name,
      (payload: unknown) => perform(payload as never, stopping),
    ]),
  )
  const runner = await run({
    pgPool: pool,
    logger: silent,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    crontab,
    taskList,
    events,
    // Written down at once, as without these; but a failure to do so ends the work and not the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const ended = runner.promise.then(() => 'it ended', faultOf)
  return { id, ended, stop: () => runner.stop().catch(() => {}) }
}

async function startAgain(pool: pg.Pool, work: Work, id: string) {
  const signal = work.stopping
  for (let wait = 100; !signal.aborted; wait = Math.min(wait * 2, seconds(5))) {
    await sleep(wait, undefined, { signal }).catch(() => {})
    const started = signal.aborted ? null : await startWorker(pool, work, id).catch(() => null)
    if (started) return started
  }
  return null
}

/**
 * Frees the jobs of workers that are gone: left alone, they would be held for four hours. No job takes two
 * minutes, for `settlePayments` leaves what it cannot do in one to its next run; doing one twice does no harm.
 */
const takeBack = (pool: pg.Pool, gone = '') =>
  pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs
       where locked_by = $1 or locked_at < now() - interval '2 minutes'))`,
    [gone],
  )
