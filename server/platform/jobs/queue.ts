import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Logger, parseCrontab, run, runMigrations, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { faultOf, type Log } from '../diagnostics/log.ts'
import { minutes, seconds } from '../time/durations.ts'

/**
 * Background jobs by name, with their payloads: only ids, since the rows hold the rest. Each feature adds its own
 * beside its jobs, with `declare module`.
 */
export interface JobPayloads {}
export type JobName = keyof JobPayloads

/**
 * Number of workers of each queue. Each queue has its own, so that long jobs do not delay emails, money or reminders.
 */
const concurrency = { ordinary: 2, heavy: 1, money: 2, outbound: 2 } as const
type QueueName = keyof typeof concurrency

export interface Job<P = never> {
  /** Runs the job. A job that may take long stops by itself when the portal is `stopping`. */
  run: (payload: P, stopping?: AbortSignal) => Promise<void>
  /** When the job runs without being queued, in graphile-worker's crontab format, in UTC. */
  schedule?: string
  /** `ordinary` by default. */
  queue?: QueueName
  /** Whether the job also runs when the portal starts. */
  isRunAtStart?: boolean
}
export type JobTable = { [J in JobName]?: Job<JobPayloads[J]> }

export interface JobOptions {
  key?: string
  /** The earliest time to run. */
  runAt?: Date
  /** A higher number runs after other jobs of the same workers. 0 by default. */
  priority?: number
}

/** Queues a job on this database or transaction. Replaces a waiting job with the same key. */
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
  jobs: [name: string, job: Job][]
  concurrency: number
}

interface Opening {
  tables: readonly JobTable[]
  log: Log
  /** Whether jobs run by their schedule. Otherwise only when they are queued or the portal starts. True by default. */
  runsSchedule?: boolean
}

/** Starts the workers, and restarts them after a lost database has ended them, until closed. */
export async function openJobs(pool: pg.Pool, { tables, log, runsSchedule = true }: Opening): Promise<Jobs> {
  const closing = new AbortController()
  const jobs = tables.flatMap((table): Queue['jobs'] => Object.entries(table))
  const opened: Jobs[] = []
  for (const [name, atOnce] of Object.entries(concurrency)) {
    const own = jobs.filter(([, { queue = 'ordinary' }]) => queue === name)
    // The workers of a queue without jobs would end at once and be restarted for ever.
    if (own.length === 0) continue
    const work = { jobs: own, concurrency: atOnce, runsSchedule, log, stopping: closing.signal }
    opened.push(await openQueue(pool, work))
  }
  for (const [name, { isRunAtStart }] of jobs) if (isRunAtStart) await startNow(pool, name)
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

const startNow = (pool: pg.Pool, name: string) =>
  pool.query(`select graphile_worker.add_job($1, '{}'::json, job_key => $1)`, [name])

interface Work extends Queue {
  runsSchedule: boolean
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
      // Stops a worker that was just being restarted, which nothing else would end.
      await current?.stop()
    },
  }
}

interface Worker {
  id: string
  /** Resolves with the reason. Never rejects. */
  ended: Promise<string>
  stop: () => Promise<void>
}

async function startWorker(pool: pg.Pool, work: Work, before?: string): Promise<Worker> {
  const { jobs, concurrency, runsSchedule, log, stopping } = work
  await takeBack(pool, before)
  // A query on an abandoned connection may run only now, and take a job for a worker that is gone.
  for (const wait of before === undefined ? [] : [seconds(3), seconds(10)])
    setTimeout(() => void takeBack(pool, before).catch(() => {}), wait).unref()
  const events: WorkerEvents = new EventEmitter()
  let id = ''
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  events.on('job:error', ({ job, error }) => {
    log.error({ job: job.task_identifier, error: faultOf(error) }, 'a job failed and will be tried again')
  })
  const doubted = Promise.withResolvers<string>()
  // There is no way to tell whether the worker got a job. A restarted worker has a new name, and the jobs of the old
  // name are freed.
  events.on('worker:getJob:error', ({ error }) => doubted.resolve(faultOf(error)))
  const taskList = Object.fromEntries(
    jobs.map(([name, { run }]) => [name, (payload: unknown) => run(payload as never, stopping)]),
  )
  const lines = jobs.flatMap(([name, { schedule }]) => (schedule ? [`${schedule} ${name}`] : []))
  // Read even if it does not run, so that a schedule with a mistake ends the start of every test's portal too.
  const schedule = parseCrontab(lines.join('\n'))
  const runner = await run({
    pgPool: pool,
    logger: silent,
    concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    parsedCronItems: runsSchedule ? schedule : [],
    taskList,
    events,
    // Still written at once, but with these settings an error in doing so ends the worker and not the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const stop = () => runner.stop().catch(() => {})
  const left = doubted.promise.then(async (reason) => {
    // Lets a running job end, but does not wait for a connection that no longer responds.
    await Promise.race([stop(), sleep(seconds(10), undefined, { ref: false })])
    return reason
  })
  const ended = Promise.race([runner.promise.then(() => 'it ended', faultOf), left])
  return { id, ended, stop }
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
 * Frees the jobs of dead workers, which would otherwise hold them for four hours. No job takes two minutes, since each
 * leaves the rest of its work to its next run. Running a job twice does no harm.
 */
const takeBack = (pool: pg.Pool, gone = '') =>
  pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs
       where locked_by = $1 or locked_at < now() - interval '2 minutes'))`,
    [gone],
  )
