import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { okafor, utilityBill } from '../testing/documents.ts'
import { slowPdf } from '../testing/hostile.ts'
import { drawPdf } from '../testing/paper.ts'
import type { Job } from './job.ts'
import { openWorkerQueue } from './worker-queue.ts'

const bytes = await drawPdf(utilityBill(okafor))
const job: Job = { task: 'open', bytes, kind: 'pdf' }
const program = new URL('./worker.ts', import.meta.url)
const queueFor = (
  idleAfter: number,
  { logged = [], processes = 1 }: { logged?: string[]; processes?: number } = {},
) =>
  openWorkerQueue<Job>({
    name: 'test',
    processes,
    program,
    idleAfter,
    memoryLimit: 8e8,
    log: (_, sentence) => logged.push(sentence),
  })

const isAlive = (pid: number | undefined) => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

test('no process runs before the first file or after the idle time; the next file starts a new one', async () => {
  const queue = queueFor(50)
  expect(queue.pid()).toBeUndefined()
  expect(await queue.run(job, 4500)).toMatchObject({ end: 'done' })
  const first = queue.pid()
  expect(isAlive(first)).toBe(true)
  await expect.poll(() => queue.pid()).toBeUndefined()
  await expect.poll(() => isAlive(first)).toBe(false)

  expect(await queue.run(job, 4500)).toMatchObject({ end: 'done' })
  expect(queue.pid()).not.toBe(first)
  await queue.close()
})

test('a process that was woken takes the first file, and is let go like any other when none comes', async () => {
  const queue = queueFor(5000)
  await queue.wake()
  const woken = queue.pid()
  expect(isAlive(woken)).toBe(true)
  expect(await queue.run(job, 4500)).toMatchObject({ end: 'done' })
  expect(queue.pid()).toBe(woken)
  await queue.close()
  await queue.wake()
  expect(queue.pid()).toBeUndefined()

  const idle = queueFor(50)
  await idle.wake()
  await expect.poll(() => idle.pid()).toBeUndefined()
  await idle.close()
})

test('one process serves file after file', async () => {
  const queue = queueFor(5000)
  const pids = new Set<number | undefined>()
  for (let files = 0; files < 5; files++) {
    expect(await queue.run(job, 4500)).toMatchObject({ end: 'done' })
    pids.add(queue.pid())
  }
  expect(pids.size).toBe(1)
  const last = queue.pid()
  await queue.close()
  expect(isAlive(last)).toBe(false)
})

test('a process that is killed at work costs one file; those that wait are read by the next', async () => {
  const logged: string[] = []
  const queue = queueFor(5000, { logged })
  await queue.run(job, 4500)
  const killed = queue.pid() ?? 0

  const three = [queue.run(job, 4500), queue.run(job, 4500), queue.run(job, 4500)]
  process.kill(killed, 'SIGKILL')

  const ends = (await Promise.all(three)).map(({ end }) => end)
  expect(ends).toEqual(['stopped', 'done', 'done'])
  expect(queue.pid()).not.toBe(killed)
  expect(logged).toEqual(['A file could not be opened'])
  await queue.close()
})

test('a file that takes too long is given up; the next is read at once by another process', async () => {
  const logged: string[] = []
  const queue = queueFor(5000, { logged })
  const bomb = slowPdf()

  const all = await Promise.all([
    queue.run({ task: 'renderPage', bytes: bomb, page: 1, width: 100 }, 300),
    queue.run(job, 4500),
    queue.run({ task: 'renderPage', bytes: bomb, page: 1, width: 100 }, 300),
    queue.run(job, 4500),
  ])

  expect(all).toMatchObject([
    { end: 'stopped', why: expect.stringMatching(/^took longer than/) },
    { end: 'done' },
    { end: 'stopped' },
    { end: 'done' },
  ])
  expect(logged).toHaveLength(2)
  await queue.close()
})

test('a file is given up for the work it takes, and not for the time that a busy machine takes for it', async () => {
  const queue = queueFor(5000)
  await queue.run(job, 4500)
  const pid = queue.pid() ?? 0
  process.kill(pid, 'SIGSTOP')
  const outcome = queue.run(job, 1500)
  await wait(1600)
  process.kill(pid, 'SIGCONT')
  expect(await outcome).toMatchObject({ end: 'done' })
  await queue.close()
})

test('a caller whose deadline passes gets busy, and a file still waiting is never opened', async () => {
  const queue = queueFor(5000)
  await queue.run(job, 4500)
  const pid = queue.pid() ?? 0
  process.kill(pid, 'SIGSTOP')
  const soon = () => performance.now() + 50
  const waits = [queue.run(job, 4500, soon()), queue.run(job, 1, soon())]
  expect(await Promise.all(waits)).toEqual([{ end: 'busy' }, { end: 'busy' }])
  process.kill(pid, 'SIGCONT')
  expect(await queue.run(job, 4500, performance.now() + 20_000)).toMatchObject({ end: 'done' })
  expect(queue.pid()).toBe(pid)
  await queue.close()
})

test('with two processes, a slow file does not delay the next ones', async () => {
  const queue = queueFor(5000, { processes: 2 })
  const heavy = queue.run({ task: 'renderPage', bytes: slowPdf(), page: 1, width: 100 }, 20_000)
  const light = queue.run(job, 20_000)
  let isHeavyDone = false
  void heavy.then(() => {
    isHeavyDone = true
  })
  expect(await light).toMatchObject({ end: 'done' })
  expect(isHeavyDone).toBe(false)
  await queue.close()
  expect(await heavy).toEqual({ end: 'busy' })
})

test('killing an idle process loses nothing', async () => {
  const queue = queueFor(5000)
  await queue.run(job, 4500)
  const killed = queue.pid() ?? 0
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => queue.pid()).toBeUndefined()

  expect(await queue.run(job, 4500)).toMatchObject({ end: 'done' })
  await queue.close()
})

test('the 66th waiting file is put off, so that memory stays bounded', async () => {
  const queue = queueFor(5000)
  const all = await Promise.all(Array.from({ length: 66 }, () => queue.run(job, 4500)))
  expect(all.map(({ end }) => end).filter((end) => end === 'busy')).toEqual(['busy'])
  expect(all.slice(0, 65).every(({ end }) => end === 'done')).toBe(true)
  await queue.close()
})
