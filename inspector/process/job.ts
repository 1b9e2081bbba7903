import type { ProblemCode } from '#contract/kit/problem.ts'
import type { Expectation } from '../documents/expectation.ts'
import type { PreviewOptions } from '../pages.ts'
import type { AllowedKind } from '../read/kind.ts'

/** What a process can be asked to do: files may be slow, huge or broken, and are opened in one of their own. */
export interface AnyJob {
  task: string
}

/** What the inspector's own process can be asked to do. */
export type Job =
  | { task: 'open'; bytes: Uint8Array; kind: AllowedKind }
  | { task: 'inspect'; bytes: Uint8Array; expectation: Expectation }
  | { task: 'renderPage'; bytes: Uint8Array; page: number; width: number }
  | { task: 'pageText'; bytes: Uint8Array; page: number }
  | { task: 'compareFaces'; document: Uint8Array; selfie: Uint8Array }
  | ({ task: 'imagePreview'; bytes: Uint8Array } & PreviewOptions)

export interface Refused {
  code: ProblemCode
  message: string
  reason: string | undefined
}

/**
 * How a job ended: `stopped` when the file took too much work, too much memory, or broke the process; `busy` when
 * it was not begun because too many wait or no process could be started, or not ended while somebody waited.
 */
export type Outcome =
  | { end: 'done'; value: unknown }
  | { end: 'refused'; problem: Refused }
  | { end: 'stopped'; why: string }
  | { end: 'busy' }

/** What the process is told: a job, and how many milliseconds of the processor it may take. */
export interface Order<J extends AnyJob> {
  job: J
  limit: number
}

/** What the process says: that it can begin, and then how each job ended. */
export type Message = Outcome | { end: 'ready' }
