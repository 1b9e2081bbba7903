import { execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { tasks } from '#contract/tasks.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import { registerClient, timed } from './clients.ts'
import { median } from './load.ts'
import { startPortal } from './portal.ts'

/**
 * Measures a read of the tasks, with 5 ms between two, alone, beside loops that only keep the processors busy, and beside
 * four clients who upload photographs, with the processes that open files at several priorities in turns. As root on Linux: `node bench/inspector-beside.ts
 * [--turns 4]`.
 */
const { values } = parseArgs({ options: { turns: { type: 'string', default: '4' } } })
const phaseTime = 6000
const uploading = 4

const run = promisify(execFile)
/** Gives all threads of a process another scheduling policy. */
type Priority = (pid: string) => Promise<unknown>
const schedule =
  (...options: string[]): Priority =>
  (pid) =>
    run('chrt', ['--all-tasks', ...options, '--pid', '0', pid])
const nice = (value: number): Priority => {
  const level = String(value)
  return async (pid) => run('renice', ['-n', level, '-p', ...readdirSync(`/proc/${pid}/task`)])
}
const both =
  (first: Priority, second: Priority): Priority =>
  async (pid) => {
    await first(pid)
    await second(pid)
  }
/** Does this work while something else runs. Returns how many uploads were answered. */
type Beside = (work: () => Promise<void>) => Promise<number>
const phases: Record<string, Beside> = {
  alone: async (work) => {
    await work()
    return 0
  },
  'busy loops, idle': whileBusy,
  'nice 5': (work) => whileUploading(both(schedule('--other'), nice(5)), work),
  'nice 19': (work) => whileUploading(both(schedule('--other'), nice(19)), work),
  'nice 19, batch': (work) => whileUploading(both(schedule('--batch'), nice(19)), work),
  idle: (work) => whileUploading(schedule('--idle'), work),
}

const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const portal = await startPortal({
  PORTICO_DATA: join(folder, 'data'),
  PORTICO_DEMO: '1',
  PORTICO_RATE_LIMIT: 'off',
})
const { address } = portal
const reader = await registerClient(address, 'beside-reader')
const senders = await Promise.all(
  Array.from({ length: uploading }, (_, at) => registerClient(address, `beside-${at}`)),
)
const picture = await drawPhoto()
const path = join(folder, 'photograph.jpg')
writeFileSync(path, picture)

const openers = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          /inspector\/(?:process\/)?worker\.[jt]s/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) &&
          new RegExp(`^PPid:\\s+${portal.process.pid}$`, 'm').test(
            readFileSync(`/proc/${pid}/status`, 'utf8'),
          )
        )
      } catch {
        return false
      }
    })

/** Gives each process that opens files the priority, again where it has more threads than before. */
const prioritise = async (priority: Priority, known: Map<string, number>) => {
  for (const pid of openers()) {
    const threads = countOf(`/proc/${pid}/task`)
    if (threads <= (known.get(pid) ?? 0)) continue
    known.set(pid, threads)
    // It may have ended meanwhile.
    await priority(pid).catch(() => {})
  }
}

const countOf = (folder: string) => {
  try {
    return readdirSync(folder).length
  } catch {
    return 0
  }
}

/** Uploads meanwhile, and returns how many uploads were answered. */
async function whileUploading(priority: Priority, work: () => Promise<void>) {
  const sender = fork(new URL('./beside-senders.ts', import.meta.url), [
    address,
    path,
    ...senders.map(({ cookie }) => cookie),
  ])
  await once(sender, 'message')
  const known = new Map<string, number>()
  let isDone = false
  const keeping = (async () => {
    while (!isDone) {
      await prioritise(priority, known)
      await sleep(100)
    }
  })()
  await work()
  isDone = true
  sender.send('stop')
  const [uploads] = await once(sender, 'message')
  await keeping
  return Number(uploads)
}

/** Keeps both processors busy meanwhile, with work that anything else may interrupt. */
async function whileBusy(work: () => Promise<void>) {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn('chrt', ['--idle', '0', process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  await work()
  for (const loop of loops) loop.kill()
  return 0
}

const phase = async (beside: Beside) => {
  const took: number[] = []
  const uploads = await beside(async () => {
    const until = performance.now() + phaseTime
    while (performance.now() < until) {
      took.push((await timed(address + tasks.list.path, { headers: { cookie: reader.cookie } })).took)
      await sleep(5)
    }
  })
  return { took, uploads }
}

const measured = new Map<string, { took: number[]; uploads: number }[]>()
for (let turn = 0; turn < Number(values.turns); turn += 1)
  for (const [name, beside] of Object.entries(phases))
    measured.set(name, [...(measured.get(name) ?? []), await phase(beside)])
await portal.stop()
rmSync(folder, { recursive: true, force: true })

const at = (took: number[], share: number) =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length * share)] ?? 0
console.log(
  '| reads beside four uploads | p50 ms | p95 ms | p50 of each turn | uploads answered |\n|---|---|---|---|---|',
)
for (const [name, turns] of measured) {
  const middles = turns.map(({ took }) => at(took, 0.5))
  const cells = [
    median(middles).toFixed(1),
    median(turns.map(({ took }) => at(took, 0.95))).toFixed(1),
    middles.map((value) => value.toFixed(1)).join(', '),
    turns.reduce((sum, { uploads }) => sum + uploads, 0),
  ]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}
process.exit()
