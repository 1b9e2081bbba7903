import type { ProblemCode } from '#contract/kit/problem.ts'
import type { Expectation } from '../documents/expectation.ts'
import type { PreviewOptions } from '../pages.ts'
import type { AllowedKind } from '../read/kind.ts'

/** A job for a worker process. Files may be slow, huge or broken, so they are opened in a process of their own. */
export interface AnyJob {
  task: string
}

/** The jobs of the inspector's own processes. */
export type Job =
  | { task: 'open'; bytes: Uint8Array; kind: AllowedKind }
  /** Loads what reading needs before there is a file to read. */
  | { task: 'prepare' }
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
 * How a job ended. `stopped`: the file took too much CPU time or memory, or broke the process. `busy`: it never
 * started, because too many wait or no process could be started, or it did not end before its deadline.
 */
export type Outcome =
  | { end: 'done'; value: unknown }
  | { end: 'refused'; problem: Refused }
  | { end: 'stopped'; why: string }
  | { end: 'busy' }

/** The message to the process: a job, and the milliseconds of CPU time it may take. */
export interface Order<J extends AnyJob> {
  job: J
  limit: number
}

/** The message from the process: that it is ready, and then how each job ended. */
export type Message = Outcome | { end: 'ready' }
