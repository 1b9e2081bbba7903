import { serveJobs } from '#inspector/process/serve.ts'
import type { DrawJob } from './draw-documents.ts'
import { drawBill, drawSavings, drawStatement } from './sample-documents.ts'

/** The process that draws the demo's documents. */
serveJobs<DrawJob>((job) => {
  if (job.task === 'statement') return drawStatement(job.day)
  return (job.task === 'bill' ? drawBill : drawSavings)(job.holder, job.day)
})
