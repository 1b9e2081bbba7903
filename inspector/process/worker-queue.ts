import type { AnyJob, Outcome } from './job.ts'
import { type SupervisorOptions, superviseProcess } from './supervisor.ts'

/** Facts for a log line and the sentence, in the order in which pino takes them. */
export type Log = (facts: Record<string, unknown>, sentence: string) => void

export interface WorkerQueue<J extends AnyJob> {
  /** Performs a job when its turn comes. Never rejects; `limit` is milliseconds of work, waiting aside. */
  run: (job: J, limit: number) => Promise<Outcome>
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

/** A queue of files before one process. */
export const openWorkerQueue = <J extends AnyJob>({
  name,
  log,
  ...keeping
}: { name: string; log: Log } & SupervisorOptions): WorkerQueue<J> => {
  const keeper = superviseProcess<J>(keeping)
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let isClosed = false

  const perform = async (job: J, limit: number) => {
    const outcome = isClosed ? busy : await keeper.perform(job, limit)
    // A file is not to blame for the portal's end.
    if (outcome.end !== 'stopped' || isClosed) return outcome.end === 'stopped' ? busy : outcome
    log({ queue: name, task: job.task, why: outcome.why }, 'A file could not be opened')
    return outcome
  }

  const run: WorkerQueue<J>['run'] = (job, limit) => {
    if (isClosed || waiting > queueLimit) return Promise.resolve(busy)
    waiting += 1
    const outcome = last.then(() => perform(job, limit))
    last = outcome.finally(() => {
      waiting -= 1
    })
    return outcome
  }

  const wake = () => {
    const woken = last.then(() => (isClosed ? undefined : keeper.wake())).catch(() => {})
    last = woken
    return woken
  }

  const dismiss = () => {
    const done = last.then(() => keeper.dismiss()).catch(() => {})
    last = done
    return done
  }

  const close = async () => {
    isClosed = true
    await keeper.close()
    await last
  }

  return { run, wake, dismiss, close, pid: keeper.pid }
}
