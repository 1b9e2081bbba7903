import { openWorkerQueue } from '#inspector/process/worker-queue.ts'
import { seconds } from '#server/platform/time/durations.ts'
import type { Holder } from './sample-documents.ts'

export type DrawJob =
  | { task: 'statement'; day: string }
  | { task: 'savings' | 'bill'; holder: Holder; day: string }

export type Draw = (job: DrawJob) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Draws in a separate process, because a server would keep the libraries, and 10 MiB with them, for the rest of its
 * life.
 */
export function openDemoDrawing() {
  const queue = openWorkerQueue<DrawJob>({
    name: 'drawing',
    program: new URL('./drawing-process.ts', import.meta.url),
    idleAfter: seconds(30),
    memoryLimit: 800 * 1024 * 1024,
    log: () => {},
  })
  const draw: Draw = async (job) => {
    const outcome = await queue.run(job, seconds(60))
    if (outcome.end !== 'done')
      throw new Error('The demo’s documents could not be drawn. Please start again.')
    return new Uint8Array(outcome.value as Uint8Array)
  }
  return { draw, wake: queue.wake, close: queue.close }
}
