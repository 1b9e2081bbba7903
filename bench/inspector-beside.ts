import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { documents } from '#contract/documents/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import { registerClient, timed } from './clients.ts'
import { median } from './load.ts'
import { startPortal } from './portal.ts'

/**
 * Measures a read of the tasks, with 5 ms between two, alone and beside four clients who upload photographs, with the
 * processes that open files at several priorities in turns. As root on Linux: `node bench/inspector-beside.ts
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
const priorities: Record<string, Priority | null> = {
  alone: null,
  'nice 5': both(schedule('--other'), nice(5)),
  'nice 19': both(schedule('--other'), nice(19)),
  'nice 19, batch': both(schedule('--batch'), nice(19)),
  idle: schedule('--idle'),
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
let copies = 0
/** The picture with another comment, because a file that was sent before is not read again. */
const anew = () => {
  copies += 1
  const remark = Buffer.from([0xff, 0xfe, 0, 4, copies >> 8, copies & 0xff])
  return Buffer.concat([picture.subarray(0, 2), remark, picture.subarray(2)])
}

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

const phase = async (priority: Priority | null) => {
  const until = performance.now() + phaseTime
  const isOver = () => performance.now() > until
  let uploads = 0
  const sending = senders.map(async ({ cookie }) => {
    while (priority !== null && !isOver()) {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(anew())]), 'photograph.jpg')
      body.append('documentType', 'utility_bill')
      const { status } = await timed(address + documents.upload.path, {
        method: 'POST',
        headers: { cookie },
        body,
      })
      if (status === 201) uploads += 1
    }
  })
  const known = new Map<string, number>()
  const keeping = (async () => {
    while (priority !== null && !isOver()) {
      await prioritise(priority, known)
      await sleep(100)
    }
  })()
  const took: number[] = []
  while (!isOver()) {
    took.push((await timed(address + tasks.list.path, { headers: { cookie: reader.cookie } })).took)
    await sleep(5)
  }
  await Promise.all([...sending, keeping])
  return { took, uploads }
}

const measured = new Map<string, { took: number[]; uploads: number }[]>()
for (let turn = 0; turn < Number(values.turns); turn += 1)
  for (const [name, priority] of Object.entries(priorities))
    measured.set(name, [...(measured.get(name) ?? []), await phase(priority)])
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
