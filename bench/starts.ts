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
  /** Right after the first start, which fills the demo. */
  firstMemory: Memory | null
  /** Three minutes later. */
  restMemory: Memory | null
  /** Right after a series of reads, and three minutes later. */
  loadedMemory: Memory | null
  recoveredMemory: Memory | null
}

/** Proportional set size in MiB of everything that a start runs, npm included. Null if it cannot be read. */
export interface Memory {
  portal: number
  database: number
  /** Each process that is not PostgreSQL's, by name. */
  processes: string[]
}

const npmStart: [string, ...string[]] = ['npm', 'start', '--silent']

/** Measures a start with an empty data folder, another start, and a start after kill -9 of all processes. */
export async function measureStarts(): Promise<Starts> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-start-'))
  const environment = { PORTICO_DATA: join(folder, 'data'), PORTICO_DEMO: '1' }
  const first = await startPortal(environment, npmStart)
  const pid = first.process.pid ?? 0
  const firstMemory = memoryOf(pid)
  await sleep(resting)
  const restMemory = memoryOf(pid)
  await readMuch(first.address)
  const loadedMemory = memoryOf(pid)
  await sleep(resting)
  const recoveredMemory = memoryOf(pid)
  await first.stop()
  const second = await startPortal(environment, npmStart)
  await second.stop('SIGKILL')
  const third = await startPortal(environment, npmStart)
  await third.stop()
  rmSync(folder, { recursive: true, force: true })
  const memory = { firstMemory, restMemory, loadedMemory, recoveredMemory }
  return { first: first.took, second: second.took, afterKill: third.took, ...memory }
}

const resting = 180_000

/** Requests everything that pages request, on fifty connections for twenty seconds. */
async function readMuch(address: string) {
  const login = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'testuser', password: 'portico-demo' }),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const paths = ['/api/tasks', '/api/documents', '/api/user', '/api/notifications', '/api/activities']
  const end = performance.now() + 20_000
  const read = async () => {
    for (let at = 0; performance.now() < end; at += 1) {
      const reply = await fetch(`${address}${paths[at % paths.length]}`, { headers: { cookie } })
      await reply.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 50 }, read))
}

/** Adds up the memory of a process and its descendants, with shared pages divided as the kernel does. */
const memoryOf = (root: number): Memory | null => {
  try {
    const below = descendants(root)
    const sum = (pids: number[]) =>
      Math.round(pids.reduce((total, pid) => total + proportionalSize(pid), 0) / 1024)
    const isDatabase = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
    const ours = below.filter((pid) => !isDatabase(pid))
    const processes = ours.map((pid) => `${nameOf(pid)} ${sum([pid])}`)
    return { portal: sum(ours), database: sum(below.filter(isDatabase)), processes }
  } catch {
    return null
  }
}

const nameOf = (pid: number) => {
  const [program = '', ...rest] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  return [program.split('/').pop(), rest[0]?.split('/').pop()].filter(Boolean).join(' ')
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
