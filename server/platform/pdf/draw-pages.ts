import { Problem } from '#contract/kit/problem.ts'
import { type Log, openWorkerQueue } from '#inspector/process/worker-queue.ts'
import { seconds } from '../time/durations.ts'
import type { PdfContent } from './layout.ts'

export type DrawJob = { task: 'draw'; content: PdfContent } | { task: 'missingLetters'; text: string }

export interface Drawing {
  /** Draws as `drawPdf` does. Throws `Problem` 503 while too many wait. */
  draw: (content: PdfContent) => Promise<Buffer<ArrayBuffer>>
  /**
   * Returns the characters of a text that would be empty boxes on the page. Throws `Problem` 503 while too many wait.
   */
  missingLetters: (text: string) => Promise<string[]>
  /** Ends its process to free memory, once waiting jobs are done. Never rejects. */
  dismiss: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Draws in a separate process, because a server that has drawn one page would keep the libraries, and 30 MiB with them.
 */
export function openDrawing({ log }: { log: Log }): Drawing {
  const queue = openWorkerQueue<DrawJob>({
    name: 'drawing',
    program: new URL('./drawing-process.ts', import.meta.url),
    idleAfter: seconds(30),
    memoryLimit: 800 * 1024 * 1024,
    log,
  })
  const done = async <T>(job: DrawJob) => {
    const outcome = await queue.run(job, seconds(20))
    if (outcome.end !== 'done') throw busy()
    return outcome.value as T
  }
  return {
    draw: async (content) => Buffer.from(await done<Uint8Array<ArrayBuffer>>({ task: 'draw', content })),
    missingLetters: (text) => done<string[]>({ task: 'missingLetters', text }),
    dismiss: queue.dismiss,
    close: queue.close,
  }
}

const busy = () =>
  new Problem('unavailable', 'This document cannot be drawn just now. Please try again in a minute.', {
    retryAfter: 60,
  })
