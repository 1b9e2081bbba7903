import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The details that a running PostgreSQL writes into its directory (postmaster.pid, by line). */
export interface PostmasterFile {
  pid: number
  port: number
  socketFolder: string
  /** Written last, once connections are accepted. */
  isReady: boolean
}

export function readPostmasterFile(directory: string): PostmasterFile | undefined {
  const [pid, , , port, socketFolder = '', , , status] = lines(join(directory, 'postmaster.pid'))
  if (!pid) return undefined
  return { pid: Number(pid), port: Number(port), socketFolder, isReady: status?.trim() === 'ready' }
}

/** Returns whether a process with this id exists. A signal to another user's process fails with EPERM, so it exists. */
export function processExists(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns whether the process runs. A zombie accepts signals although it has ended. */
export const isAlive = (pid: number) =>
  processExists(pid) && !lines(`/proc/${pid}/status`).some((line) => /^State:\s+[ZX]/.test(line))

/** Returns whether the process is a PostgreSQL in this directory. The system reuses process ids. */
function worksIn(directory: string, pid: number) {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return nameOf(pid) === 'postgres' && workingFolder(pid) === directory
  const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return command.includes(directory)
}

/** Returns every PostgreSQL process in this directory, since a killed one may leave workers behind. Linux only. */
export const postgresProcessesIn = (directory: string) =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && worksIn(directory, pid))
    : []

const nameOf = (pid: number) => lines(`/proc/${pid}/comm`)[0]

const workingFolder = (pid: number) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Returns no lines if the file does not exist. */
const lines = (path: string) => {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * Stops a PostgreSQL that an earlier run left in this directory, so that a new one can start. The caller owns the data
 * folder, so nobody else can be using it.
 */
export async function stopOrphan(directory: string, log: (line: string) => void) {
  const left = readPostmasterFile(directory)
  if (!left) return
  if (worksIn(directory, left.pid)) {
    log(`A PostgreSQL of an earlier run is still running (process ${left.pid}): stopping it.`)
    continueStopped(directory, left.pid)
    await stopProcess(left.pid)
  }
  await endWorkers(directory)
  // PostgreSQL takes any process with this id, even a zombie, for itself and would refuse to start.
  if (process.platform !== 'linux' && !processExists(left.pid)) return
  rmSync(join(left.socketFolder, `.s.PGSQL.${left.port}.lock`), { force: true })
  rmSync(join(directory, 'postmaster.pid'), { force: true })
}

/** Kills remaining workers. They end by themselves when PostgreSQL is killed, but a busy one notices late. */
const endWorkers = async (directory: string) => {
  const haveGone = () => postgresProcessesIn(directory).length === 0
  if (await until(haveGone, 2000)) return
  for (const pid of postgresProcessesIn(directory)) send(pid, 'SIGKILL')
  await until(haveGone, 2000)
}

/** Continues stopped processes, which otherwise would not receive a shutdown. */
export const continueStopped = (directory: string, pid: number) => {
  for (const member of new Set([pid, ...postgresProcessesIn(directory)])) send(member, 'SIGCONT')
}

/** Tries a fast shutdown, then one that leaves recovery to the next start, then SIGKILL. */
export async function stopProcess(pid: number) {
  for (const [signal, timeout] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    send(pid, signal)
    if (await until(() => !isAlive(pid), timeout)) return
  }
}

const send = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const until = async (isDone: () => boolean, timeout: number) => {
  const end = performance.now() + timeout
  while (!isDone()) {
    if (performance.now() > end) return false
    await sleep(10)
  }
  return true
}
