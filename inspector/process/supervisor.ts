import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { AnyJob, Message, Order, Outcome } from './job.ts'

export interface Supervisor<J extends AnyJob> {
  /**
   * Gives one job to the process, starting the process if needed. `limit` is milliseconds of CPU time, which take much
   * longer on a busy machine. Call one at a time. Never rejects.
   */
  perform: (job: J, limit: number) => Promise<Outcome>
  /** Starts the process before a job arrives. Call one at a time, as `perform`. Never rejects. */
  wake: () => Promise<void>
  /** Ends the idle process before its idle time is over. */
  dismiss: () => void
  /** The id of the current process, busy or idle. */
  pid: () => number | undefined
  close: () => Promise<void>
}

/** Milliseconds that a process may take to load its packages on a busy machine. */
const startLimit = 30_000

/**
 * A job may take this many times its CPU time limit on the wall clock. Beyond that it hangs, or would keep all others
 * waiting.
 */
const mostOnWall = 3

export interface SupervisorOptions {
  /** The program of the process: a module that calls `serveJobs`. */
  program: URL
  /** Milliseconds without work after which the process is ended. */
  idleAfter: number
  /** Bytes of memory at which the process is ended. */
  memoryLimit: number
}

/** Keeps one process: starts it on demand, replaces it after it ended, and ends it when idle. */
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
    // Between two jobs nobody listens for errors, and an unhandled one would end the portal.
    started.on('error', () => {})
    const hello = await nextMessage(started, startLimit)
    return hello.end === 'ready' ? started : hello
  }

  const kill = () => {
    child?.kill('SIGKILL')
    child = undefined
  }

  const perform = async (job: J, limit: number): Promise<Outcome> => {
    const worker = await awake()
    // If the process did not start, the file cannot be to blame.
    if ('end' in worker) return { end: 'busy' }
    holdOpen(worker, true)
    const outcome = await nextMessage(worker, limit * mostOnWall, { job, limit })
    startIdleTimer(worker)
    return outcome.end === 'ready' ? { end: 'busy' } : outcome
  }

  const awake = () => {
    clearTimeout(rest)
    // A process that was killed may not have exited yet.
    return child && !child.killed ? child : start()
  }

  const startIdleTimer = (worker: ChildProcess) => {
    holdOpen(worker, false)
    rest = setTimeout(kill, idleAfter).unref()
  }

  const wake = async () => {
    const worker = await awake()
    if (!('end' in worker)) startIdleTimer(worker)
  }

  const close = async () => {
    clearTimeout(rest)
    const ending = child
    kill()
    if (ending && ending.exitCode === null && ending.signalCode === null) await ended(ending)
  }

  const dismiss = () => {
    clearTimeout(rest)
    kill()
  }

  return { perform, wake, dismiss, close, pid: () => child?.pid }
}

/**
 * Waits for the next message of a process, after sending it `order` if given. Kills the process when none comes in
 * time.
 */
const nextMessage = <J extends AnyJob>(child: ChildProcess, timeout: number, order?: Order<J>) =>
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

/** Returns the end of the process's error output, for the log. */
const tailOf = (child: ChildProcess) => {
  let said = ''
  if (child.stderr instanceof Socket) child.stderr.unref()
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000)
  })
  return () => said
}

/**
 * Starts `program` as the process in which files are opened; it ends when it holds more than `memoryLimit` bytes. It
 * gets no environment of the portal, may read only the programs and their packages, and may write and start nothing.
 */
const startWorkerProcess = (program: URL, memoryLimit: number): ChildProcess => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  // Packages may be installed in a parent directory of the program.
  const packages = dirname(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')))
  return fork(program, [String(memoryLimit), String(process.pid)], {
    serialization: 'advanced',
    env: { TZ: 'UTC', MALLOC_ARENA_MAX: '2' },
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      '--max-old-space-size=512',
      '--no-warnings',
      '--permission',
      '--allow-addons',
      '--allow-worker',
      `--allow-fs-read=${root}`,
      `--allow-fs-read=${packages}/`,
    ],
  })
}
