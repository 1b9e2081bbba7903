import { serveJobs } from '#inspector/process/serve.ts'
import { drawPdf } from './document.ts'
import type { DrawJob } from './draw-pages.ts'
import { missingCharacters } from './typography.ts'

/** The process that draws the firm's PDFs. */
serveJobs<DrawJob>(async (job) => (job.task === 'draw' ? drawPdf(job.content) : missingCharacters(job.text)))
