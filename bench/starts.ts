import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPortal } from './portal.ts'

export interface Starts {
  /** Milliseconds from `npm start` to the address. */
  first: number
  second: number
  afterKill: number
  /** Proportional set size of the portal and its PostgreSQL at rest, in MiB; null where it cannot be read. */
  idleMemory: { portal: number; database: number } | null
}

const npmStart: [string, ...string[]] = ['npm', 'start', '--silent']

/** Installed and built, but with an empty data folder; then again; then after kill -9 of everything. */
export async function measureStarts(): Promise<Starts> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-start-'))
  const environment = { PORTICO_DATA: join(folder, 'data'), PORTICO_DEMO: '1' }
  const first = await startPortal(environment, npmStart)
  await first.stop()
  const second = await startPortal(environment, npmStart)
  await sleep(8000)
  const idleMemory = memoryOf(second.process.pid ?? 0)
  await second.stop('SIGKILL')
  const third = await startPortal(environment, npmStart)
  await third.stop()
  rmSync(folder, { recursive: true, force: true })
  return { first: first.took, second: second.took, afterKill: third.took, idleMemory }
}

/** Adds up the processes below one, by the kernel's own accounting of shared pages. */
const memoryOf = (root: number) => {
  try {
    const below = descendants(root)
    const sum = (pids: number[]) =>
      Math.round(pids.reduce((total, pid) => total + proportionalSize(pid), 0) / 1024)
    const isDatabase = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
    return { portal: sum(below.filter((pid) => !isDatabase(pid))), database: sum(below.filter(isDatabase)) }
  } catch {
    return null
  }
}

const proportionalSize = (pid: number) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)

const descendants = (root: number): number[] => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const)
  const below = (pid: number): number[] => [
    pid,
    ...parents.filter(([, parent]) => parent === pid).flatMap(([child]) => below(child)),
  ]
  return below(root)
}

const parentOf = (pid: number) => {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return -1
  }
}
