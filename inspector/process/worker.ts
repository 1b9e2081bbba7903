import os from 'node:os'
import { openUpload } from '../accept.ts'
import { imagePreview, pageText, renderPage } from '../pages.ts'
import type { Job } from './job.ts'
import { serveJobs } from './serve.ts'

// Imported on demand, so that only the process that reads loads the neural networks, with its first job.
const perform = async (job: Job): Promise<unknown> => {
  if (job.task === 'open') return openUpload(job.bytes, job.kind)
  if (job.task === 'prepare') {
    const [{ loadNetworks }] = await Promise.all([import('../ocr/models.ts'), import('../inspect.ts')])
    return loadNetworks()
  }
  if (job.task === 'inspect') return (await import('../inspect.ts')).inspect(job.bytes, job.expectation)
  if (job.task === 'compareFaces')
    return (await import('../faces/compare.ts')).compareFaces(job.document, job.selfie)
  if (job.task === 'renderPage') return renderPage(job.bytes, job.page, job)
  if (job.task === 'pageText') return pageText(job.bytes, job.page)
  return imagePreview(job.bytes, job)
}

// A page that somebody waits for takes milliseconds of the processor, a picture a second of both cores: pages go first.
// A third of the weight of others: with less, a busy machine would hardly read at all.
const after = 5
try {
  // Only ever lowered: the portal itself may have been started as patient as this.
  if (os.getPriority() < after) os.setPriority(after)
} catch {
  // A sandbox may forbid it (systemd's ~@resources does). Files are then read at the weight of pages.
}
serveJobs(perform)
