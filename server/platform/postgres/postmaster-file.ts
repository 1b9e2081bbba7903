import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What a running PostgreSQL says about itself in its directory (postmaster.pid, by line). */
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

/** Whether there is a process of this number: signals to another user's process are refused, not lost. */
export function answers(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A zombie answers signals though it has ended. */
export const isAlive = (pid: number) =>
  answers(pid) && !lines(`/proc/${pid}/status`).some((line) => /^State:\s+[ZX]/.test(line))

/** Whether that process is a PostgreSQL in this directory: process numbers are used again, by anybody. */
export function worksIn(directory: string, pid: number) {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return nameOf(pid) === 'postgres' && workingFolder(pid) === directory
  const command = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return command.includes(directory)
}

/** Every PostgreSQL process in this directory: a killed one may leave workers behind. Linux only. */
export const residentsOf = (directory: string) =>
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

/** None where there is no such file, or no longer. */
const lines = (path: string) => {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
