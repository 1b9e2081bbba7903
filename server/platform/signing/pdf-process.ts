import { serveJobs } from '#inspector/process/serve.ts'
import { compose, screen } from './compose.ts'
import type { ComposeJob, ScreenJob } from './job.ts'

/** The process in which PDFs are opened that somebody else made. */
serveJobs<ComposeJob | ScreenJob>(async (job) =>
  job.task === 'screen' ? screen(job.pdf) : compose(job, job.room),
)
