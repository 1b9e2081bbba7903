import type { ChildProcess, Serializable } from 'node:child_process'
import { Socket } from 'node:net'
import type { AnyJob, Message, Order, Outcome } from './job.ts'
import { startWorkerProcess } from './worker-process.ts'

export interface Supervisor<J extends AnyJob> {
  /**
   * Hands one job to the process, starting it where none runs. `limit` is milliseconds of the processor, which on a
   * busy machine are many more on the wall. One at a time; never rejects.
   */
  perform: (job: J, limit: number) => Promise<Outcome>
  /** Starts the process ahead of a job that is sure to come. One at a time, with `perform`; never rejects. */
  wake: () => Promise<void>
  /** Lets the process go that rests, before its time. */
  dismiss: () => void
  /** The process that works or rests at this moment. */
  pid: () => number | undefined
  close: () => Promise<void>
}

/** Milliseconds that a process may take to load its packages on a busy machine. */
const startLimit = 30_000

/** A job that has had so much less of the processor than its time on the wall hangs, or would keep all others waiting. */
const mostOnWall = 3

export interface SupervisorOptions {
  /** What the process runs: a module that calls `serveJobs`. */
  program: URL
  /** Milliseconds without work after which the process is let go. */
  idleAfter: number
  /** Bytes of memory at which it is ended. */
  memoryLimit: number
}

/** Keeps one process: started when needed, replaced after it ended, let go after a rest. */
export const superviseProcess = <J extends AnyJob>({
  program,
  idleAfter,
  memoryLimit,
}: SupervisorOptions): Supervisor<J> => {
  let child: ChildProcess | undefined
  let rest: NodeJS.Timeout | undefined

  const start = async () => {
    const started = startWorkerProcess(program, memoryLimit)
    child = started
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    // Between two jobs nobody listens, and an error that nobody hears would end the portal.
    started.on('error', () => {})
    const hello = await answerOf(started, startLimit)
    return hello.end === 'ready' ? started : hello
  }

  const letGo = () => {
    child?.kill('SIGKILL')
    child = undefined
  }

  const perform = async (job: J, limit: number): Promise<Outcome> => {
    const worker = await awake()
    // Only a process that had begun can have been spoiled by the file.
    if ('end' in worker) return { end: 'busy' }
    holdOpen(worker, true)
    const outcome = await answerOf(worker, limit * mostOnWall, { job, limit })
    leave(worker)
    return outcome.end === 'ready' ? { end: 'busy' } : outcome
  }

  const awake = () => {
    clearTimeout(rest)
    // One that was told to end may not have ended yet.
    return child && !child.killed ? child : start()
  }

  const leave = (worker: ChildProcess) => {
    holdOpen(worker, false)
    rest = setTimeout(letGo, idleAfter).unref()
  }

  const wake = async () => {
    const worker = await awake()
    if (!('end' in worker)) leave(worker)
  }

  const close = async () => {
    clearTimeout(rest)
    const ending = child
    letGo()
    if (ending && ending.exitCode === null && ending.signalCode === null) await ended(ending)
  }

  const dismiss = () => {
    clearTimeout(rest)
    letGo()
  }

  return { perform, wake, dismiss, close, pid: () => child?.pid }
}

/** The next thing that a process says, to an order where there is one; it is ended when it says nothing in time. */
const answerOf = <J extends AnyJob>(child: ChildProcess, timeout: number, order?: Order<J>) =>
  new Promise<Message>((resolve) => {
    const said = tailOf(child)
    const settle = (message: Message) => {
      clearTimeout(timer)
      child.removeListener('message', settle).removeListener('exit', gone).removeListener('error', failed)
      child.stderr?.removeAllListeners('data')
      resolve(message)
    }
    const stopped = (why: string) => settle({ end: 'stopped', why: `${why} ${said()}`.trim() })
    const gone = (code: number | null, signal: string | null) =>
      stopped(
        signal === 'SIGVTALRM'
          ? `took longer than ${order?.limit} ms of work`
          : `ended with ${signal ?? code}`,
      )
    const failed = (error: Error) => stopped(error.message)
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      stopped(`took longer than ${timeout} ms`)
    }, timeout)
    child.on('message', settle).on('exit', gone).on('error', failed)
    if (order) child.send(order as Serializable, (error) => error && failed(error))
  })

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.ref()
    child.once('exit', () => resolve())
  })

// An idle process must not keep the server from ending.
const holdOpen = (child: ChildProcess, isBusy: boolean) => {
  const change = isBusy ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
}

/** The last words of a process, for the log. */
const tailOf = (child: ChildProcess) => {
  let said = ''
  if (child.stderr instanceof Socket) child.stderr.unref()
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000)
  })
  return () => said
}
