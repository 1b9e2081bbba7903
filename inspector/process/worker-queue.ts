import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyJob, Outcome } from './job.ts'
import { type Supervisor, type SupervisorOptions, superviseProcess } from './supervisor.ts'

/** Facts for a log line and the sentence, in the order in which pino takes them. */
export type Log = (facts: Record<string, unknown>, sentence: string) => void

export interface WorkerQueue<J extends AnyJob> {
  /**
   * Performs a job when its turn comes. Never rejects; `limit` is milliseconds of the processor, waiting aside.
   * With `until`, by `performance.now()`, it is answered `busy` then, and not begun any more.
   */
  run: (job: J, limit: number, until?: number) => Promise<Outcome>
  /** Starts the process ahead of a file that is sure to come. Never rejects. */
  wake: () => Promise<void>
  /** Lets the process go once what waits now is done, before its rest is over. Never rejects. */
  dismiss: () => Promise<void>
  /** The process that works or rests at this moment; none before the first job and after a long rest. */
  pid: () => number | undefined
  close: () => Promise<void>
}

/** More waiting files than this are put off, so that memory stays bounded. */
const queueLimit = 64

const busy: Outcome = { end: 'busy' }

interface WorkerQueueOptions extends SupervisorOptions {
  name: string
  log: Log
  /** Processes at most; a second one is started only while the first is at work. */
  processes?: number
}

/** A queue of files before one process, or a few. */
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

  const perform = async (supervisor: Supervisor<J>, { job, limit, until }: Asked<J>) => {
    const isOver = isClosed || performance.now() > until
    const outcome = isOver ? busy : await supervisor.perform(job, limit)
    // A file is not to blame for the portal's end.
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
    // Each comes free once what waited before this is done.
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

interface Asked<J extends AnyJob> {
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

/** Hands out supervisors in the order in which they are asked for, those first whose process runs already. */
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
