import { serveJobs } from '#inspector/process/serve.ts'
import { drawPdf } from './document.ts'
import type { DrawJob } from './draw-pages.ts'
import { missingLetters } from './typography.ts'

/** The process in which the firm's paper is drawn. */
serveJobs<DrawJob>(async (job) => (job.task === 'draw' ? drawPdf(job.content) : missingLetters(job.text)))
