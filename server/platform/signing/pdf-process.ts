import { serveJobs } from '#inspector/process/serve.ts'
import { compose, screen } from './compose.ts'
import type { ComposeJob, ScreenJob } from './job.ts'

/** The process that opens PDFs from outside. */
serveJobs<ComposeJob | ScreenJob>(async (job) =>
  job.task === 'screen' ? screen(job.pdf) : compose(job, job.room),
)
