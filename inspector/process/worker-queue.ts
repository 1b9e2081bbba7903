import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyJob, Outcome } from './job.ts'
import { type Supervisor, type SupervisorOptions, superviseProcess } from './supervisor.ts'

/** Facts for a log line and its sentence, in pino's order. */
export type Log = (facts: Record<string, unknown>, sentence: string) => void

export interface WorkerQueue<J extends AnyJob> {
  /**
   * Performs a job when a process is free. Never rejects. `limit` is milliseconds of CPU time, without waiting. Once
   * `until` (by `performance.now()`) passes, resolves to `busy`; a job that has not started by then never does.
   */
  run: (job: J, limit: number, until?: number) => Promise<Outcome>
  /** Starts the process before a file arrives. Never rejects. */
  wake: () => Promise<void>
  /** Ends the idle processes early, after the jobs that wait now. Never rejects. */
  dismiss: () => Promise<void>
  /** The id of a running process. None before the first job and after a long idle time. */
  pid: () => number | undefined
  close: () => Promise<void>
}

/** More waiting files than this are refused as busy, so that memory stays bounded. */
const queueLimit = 64

const busy: Outcome = { end: 'busy' }

interface WorkerQueueOptions extends SupervisorOptions {
  name: string
  log: Log
  /** Most processes. Another one is started only while the first is busy. */
  processes?: number
}

/** Queues files for one or more processes. */
export const openWorkerQueue = <J extends AnyJob>({
  name,
  log,
  processes = 1,
  ...supervision
}: WorkerQueueOptions): WorkerQueue<J> => {
  const supervisors = Array.from({ length: processes }, () => superviseProcess<J>(supervision))
  const slots = openSlots(supervisors)
  const running = new Set<Promise<Outcome>>()
  let isClosed = false

  const perform = async (supervisor: Supervisor<J>, { job, limit, until }: QueuedJob<J>) => {
    const isOver = isClosed || performance.now() > until
    const outcome = isOver ? busy : await supervisor.perform(job, limit)
    // If the portal stopped, the file is not to blame.
    if (outcome.end !== 'stopped' || isClosed) return outcome.end === 'stopped' ? busy : outcome
    log({ queue: name, task: job.task, why: outcome.why }, 'A file could not be opened')
    return outcome
  }

  const run: WorkerQueue<J>['run'] = async (job, limit, until = Number.POSITIVE_INFINITY) => {
    if (isClosed || running.size >= queueLimit + processes) return busy
    const outcome = slots.use((supervisor) => perform(supervisor, { job, limit, until }))
    running.add(outcome)
    void outcome.finally(() => running.delete(outcome))
    return until === Number.POSITIVE_INFINITY ? outcome : orBusy(outcome, until)
  }

  const wake = () =>
    slots.use(async (supervisor) => (isClosed ? undefined : supervisor.wake())).catch(() => {})

  const dismiss = async () => {
    // Each becomes free after the jobs that waited before this one.
    await Promise.all(
      supervisors.map(() => slots.use(async (supervisor) => supervisor.dismiss()).catch(() => {})),
    )
  }

  const close = async () => {
    isClosed = true
    await Promise.all(supervisors.map((supervisor) => supervisor.close()))
    await Promise.all(running)
  }

  return { run, wake, dismiss, close, pid: () => supervisors.find(({ pid }) => pid() !== undefined)?.pid() }
}

interface QueuedJob<J extends AnyJob> {
  job: J
  limit: number
  until: number
}

const orBusy = async (outcome: Promise<Outcome>, until: number) => {
  const over = new AbortController()
  const waiting = sleep(Math.max(0, until - performance.now()), busy, { signal: over.signal })
  try {
    return await Promise.race([outcome, waiting.catch(() => busy)])
  } finally {
    over.abort()
  }
}

/** Hands out supervisors in the order of the requests, those with a running process first. */
const openSlots = <K extends Pick<Supervisor<AnyJob>, 'pid'>>(supervisors: K[]) => {
  const free = [...supervisors]
  const asking: ((supervisor: K) => void)[] = []
  const take = (): K | Promise<K> => {
    const next = free.find(({ pid }) => pid() !== undefined) ?? free[0]
    if (next === undefined) return new Promise((resolve) => asking.push(resolve))
    free.splice(free.indexOf(next), 1)
    return next
  }
  const give = (supervisor: K) => {
    const next = asking.shift()
    if (next) next(supervisor)
    else free.push(supervisor)
  }
  return {
    use: async <T>(work: (supervisor: K) => Promise<T>): Promise<T> => {
      const supervisor = await take()
      try {
        return await work(supervisor)
      } finally {
        give(supervisor)
      }
    },
  }
}
