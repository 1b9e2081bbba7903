import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Job } from '#inspector/process/job.ts'
import { builtFolder, workerProgram } from '#inspector/process/program.mjs'
import { superviseProcess } from '#inspector/process/supervisor.ts'
import { median } from './load.ts'

/**
 * Measures how the process that reads comes back after a rest, built and from its sources in turns: on the wall and by
 * the processor, to its start, to its networks, and for a first and a second reading of `FILE`, with the memory after
 * them. `node bench/inspector-return.ts FILE [--turns 5]`, after `npm run build`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { turns: { type: 'string', default: '5' } },
})
const [file] = positionals
if (file === undefined) throw new Error('Name a picture of a passport or card.')
const bytes = readFileSync(file)
const programs = {
  built: workerProgram(),
  sources: new URL('../inspector/process/worker.ts', import.meta.url),
}
if (!programs.built.href.startsWith(pathToFileURL(builtFolder).href))
  throw new Error('There is no build of these sources. Run npm run build first.')

const inspection: Job = {
  task: 'inspect',
  bytes,
  expectation: { expectedTypes: ['passport', 'identity'], today: '2026-11-20', client: null },
}

/** Milliseconds of the processor that a process has taken, to the hundredth of a second that the kernel counts. */
const processorTime = (pid: number | undefined) => {
  const facts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  return (Number(facts[13]) + Number(facts[14])) * 10
}

const proportionalSize = (pid: number | undefined) =>
  Math.round(
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024,
  )

const turn = async (program: URL) => {
  const reader = superviseProcess<Job>({ program, idleAfter: 60_000, memoryLimit: 1200 * 1024 * 1024 })
  const figures: number[] = []
  let [wall, processor] = [performance.now(), 0]
  const lap = () => {
    const now = { wall: performance.now(), processor: processorTime(reader.pid()) }
    figures.push(now.wall - wall, now.processor - processor)
    ;({ wall, processor } = now)
  }
  await reader.wake()
  lap()
  for (const job of [{ task: 'prepare' as const }, inspection, inspection]) {
    const { end } = await reader.perform(job, 20_000)
    if (end !== 'done') throw new Error(`The file was not read: ${end}`)
    lap()
  }
  figures.push(proportionalSize(reader.pid()))
  await reader.close()
  return figures
}

const measured: Record<keyof typeof programs, number[][]> = { built: [], sources: [] }
for (let at = 0; at < Number(values.turns); at += 1) {
  measured.built.push(await turn(programs.built))
  measured.sources.push(await turn(programs.sources))
}
const names = ['start', 'start CPU', 'networks', 'their CPU', 'first', 'its CPU', 'second', 'its CPU', 'MB']
console.log(
  `| medians of ${values.turns}, ms | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}`,
)
for (const [name, turns] of Object.entries(measured))
  console.log(
    `| ${name} | ${names.map((_, at) => Math.round(median(turns.map((row) => row[at] ?? 0)))).join(' | ')} |`,
  )
