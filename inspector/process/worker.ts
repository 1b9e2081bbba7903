import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { Problem } from '#contract/problem.ts'
import { openUpload } from '../accept.ts'
import { imagePreview, pageText, renderPage } from '../pages.ts'
import type { Job, Message, Outcome } from './job.ts'

// The networks are loaded only by the process that reads, with its first job.
const perform = async (job: Job): Promise<unknown> => {
  if (job.task === 'open') return openUpload(job.bytes, job.kind)
  if (job.task === 'inspect') return (await import('../inspect.ts')).inspect(job.bytes, job.expectation)
  if (job.task === 'compareFaces')
    return (await import('../faces/compare.ts')).compareFaces(job.document, job.selfie)
  if (job.task === 'renderPage') return renderPage(job.bytes, job.page, job)
  if (job.task === 'pageText') return pageText(job.bytes, job.page)
  return imagePreview(job.bytes, job)
}

const answer = (message: Message) => {
  process.send?.(message)
}

process.on('message', (job: Job) => {
  perform(job).then(
    (value) => answer({ end: 'done', value }),
    (error: unknown) => answer(failure(error)),
  )
})
process.on('disconnect', () => process.exit())

const failure = (error: unknown): Outcome =>
  error instanceof Problem
    ? { end: 'refused', problem: { code: error.code, message: error.message, reason: error.reason } }
    : { end: 'stopped', why: error instanceof Error ? (error.stack ?? error.message) : String(error) }

const [memoryLimit, parent] = process.argv.slice(2).map(Number)
new Worker(new URL('./guard.ts', import.meta.url), { workerData: { memoryLimit, parent } }).unref()
answer({ end: 'ready' })
