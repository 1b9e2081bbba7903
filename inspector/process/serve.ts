import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { Problem } from '#contract/kit/problem.ts'
import type { AnyJob, Message, Order, Outcome } from './job.ts'

/**
 * Makes this process a worker: it performs the jobs it is sent, one after the other. It ends when it holds too much
 * memory, a job takes too much CPU time, or its parent is gone. A thrown `Problem` becomes the outcome `refused`.
 */
export const serveJobs = <J extends AnyJob>(perform: (job: J) => Promise<unknown>) => {
  const [memoryLimit, parent] = process.argv.slice(2).map(Number)
  const watchdog = new Worker(new URL('./watchdog.mjs', import.meta.url), {
    workerData: { memoryLimit, parent },
  })
  watchdog.unref()
  process.on('message', ({ job, limit }: Order<J>) => {
    watchdog.postMessage(limit)
    void perform(job)
      .then((value): Outcome => ({ end: 'done', value }), failure)
      .then((outcome) => {
        watchdog.postMessage(null)
        answer(outcome)
      })
  })
  process.on('disconnect', () => process.exit())
  answer({ end: 'ready' })
}

const answer = (message: Message) => {
  process.send?.(message)
}

const failure = (error: unknown): Outcome =>
  error instanceof Problem
    ? { end: 'refused', problem: { code: error.code, message: error.message, reason: error.reason } }
    : { end: 'stopped', why: error instanceof Error ? (error.stack ?? error.message) : String(error) }
