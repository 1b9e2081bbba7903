import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LaunchPlan, launch } from './launch.ts'
import { continueStopped, readPostmasterFile, stopProcess } from './postmaster-file.ts'

interface Postmaster {
  pid: number
  /** Resolves with its last message when it has ended, for any reason. */
  ended: Promise<string>
  stop(): Promise<void>
}

export interface PostmasterPlan extends LaunchPlan {
  program: string
  directory: string
  args: string[]
  log: (line: string) => void
}

/**
 * Starts PostgreSQL and waits until it accepts connections, which after a crash includes recovery. Throws its own
 * reason in plain words if it ends before.
 */
export async function startPostmaster(plan: PostmasterPlan): Promise<Postmaster> {
  const { program, directory, args, log } = plan
  const child = launch(program, ['-D', directory, ...args], plan)
  const ended = endOf(child, log)
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const pid = child.pid ?? 0
  while (!isOver && !isReady(directory, pid)) await sleep(5)
  if (isOver) throw new Error(inPlainWords(await ended))
  const stop = async () => {
    // Its process id may belong to another process by now.
    if (!isOver) continueStopped(directory, pid)
    if (!isOver) await stopProcess(pid)
    await ended
  }
  return { pid, ended, stop }
}

/** Says what happened, and what to do about it if known. */
const inPlainWords = (reason: string) => `PostgreSQL did not start: ${reason}${adviceFor(reason)}`

const adviceFor = (reason: string) => {
  if (/No space left|could not extend/.test(reason))
    return '. Make room on its disk, then start Portico again.'
  if (!isDamage.test(reason)) return ''
  return '. Its files are damaged: restore the data folder from a backup, then start Portico again.'
}
const isDamage = /control file|find the database system|checkpoint record|is not a valid data directory/

const isReady = (directory: string, pid: number) => {
  const file = readPostmasterFile(directory)
  return file?.pid === pid && file.isReady
}

const endOf = (child: ChildProcess, log: (line: string) => void) =>
  new Promise<string>((resolve) => {
    const lastWords: string[] = []
    // The last line only says that it ended. The cause is in an earlier one.
    let cause = ''
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', (line) => {
        lastWords.splice(0, lastWords.length, ...lastWords.slice(-2), line)
        if (/^(?:FATAL|PANIC):/.test(line)) cause = line
        log(line)
      })
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      const words = () => cause || lastWords.join(' ')
      // PostgreSQL aborts itself after a panic. If it was killed, its last lines say nothing about that.
      const hasSaid = () => (signal === null || signal === 'SIGABRT') && lastWords.length > 0
      const reason = () => (hasSaid() ? words() : `it ended with ${signal ?? code}`)
      setTimeout(() => resolve(reason()), lastWordsMs)
    })
  })

/** The last lines arrive after the end. Waiting for the pipe to close could mean waiting for a leftover worker. */
const lastWordsMs = 20

export interface Ending {
  reason: string
  /** True if several restarts in a row have failed and there will be no more. */
  isFinal: boolean
}

/** Milliseconds before each restart. */
const backOff = [0, 100, 300, 1000, 2000, 4000]

/** Starts PostgreSQL and restarts it whenever it ends, until it is stopped. */
export async function keepRunning(
  start: () => Promise<Postmaster>,
  onExit: (ending: Ending) => void = () => {},
) {
  const stopping = new AbortController()
  let current = await start()

  const revive = async (reason: string) => {
    for (const delay of backOff) {
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return false
      const started = await start().catch((error: Error) => error)
      if (!(started instanceof Error)) {
        current = started
        // `stop` waits for this and then stops the new process.
        return !stopping.signal.aborted
      }
      if (stopping.signal.aborted) return false
      reason = started.message
    }
    onExit({ reason, isFinal: true })
    return false
  }

  const watch = async () => {
    for (;;) {
      const reason = await current.ended
      if (stopping.signal.aborted) return
      onExit({ reason, isFinal: false })
      if (!(await revive(reason))) return
    }
  }
  const watching = watch()

  const stop = async () => {
    stopping.abort()
    await current.stop()
    await watching
    await current.stop()
  }
  return { pid: () => current.pid, stop }
}
