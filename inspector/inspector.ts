import type { Validation } from '#contract/documents/validation.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Accepted } from './accept.ts'
import type { Expectation } from './documents/expectation.ts'
import { notRead } from './documents/verdict.ts'
import type { Comparison } from './faces/compare.ts'
import type { PageWord, PreviewOptions } from './pages.ts'
import type { Job, Outcome } from './process/job.ts'
import { workerProgram } from './process/program.mjs'
import { type Log, openWorkerQueue } from './process/worker-queue.ts'
import { noPreview, tooHardToOpen } from './refusals.ts'
import { screenUpload, type UploadFacts } from './screen.ts'

export interface Inspector {
  /**
   * Decides whether an upload is accepted, within 4 s of CPU time. Throws `Problem` 415 or 422, or 503 if too many
   * files wait or `until` (by `performance.now()`) passes first: then there is no verdict on the file.
   */
  accept: (bytes: Uint8Array, facts: UploadFacts, options?: { until?: number }) => Promise<Accepted>
  /**
   * Reads and judges a file within 20 s of CPU time. A file that breaks the reader is "not read". Throws `Problem` 503
   * if it could not be read now, because too many wait or the portal is stopping: then it can be read later.
   */
  inspect: (bytes: Uint8Array, expectation: Expectation) => Promise<Validation>
  /**
   * Compares the portrait of an identity document with a selfie. The score is for a person and never a verdict. Null if
   * a file breaks the reader. Throws `Problem` 503 if they could not be compared now.
   */
  compareFaces: (document: Uint8Array, selfie: Uint8Array) => Promise<Comparison | null>
  /** Renders a page (1-based) of a PDF as PNG. Throws `Problem` 404 or 422. */
  renderPage: (bytes: Uint8Array, page: number, options: { width: number }) => Promise<Uint8Array>
  /** Returns the words of a page (1-based) with their positions. Throws `Problem` 404 or 422. */
  pageText: (bytes: Uint8Array, page: number) => Promise<PageWord[]>
  /** Makes an upright JPEG without metadata; `isSquare` crops it to a centred square. Throws `Problem` 422. */
  imagePreview: (bytes: Uint8Array, options: PreviewOptions) => Promise<Uint8Array>
  /**
   * Starts the processes that accept and read files, before they are needed, with all they load, or keeps them as long as
   * after a file. Never rejects.
   */
  wake: () => Promise<void>
  /** Ends idle processes to free their memory, after the jobs that wait now. Never rejects. */
  dismiss: () => Promise<void>
  /** Ends its processes. Jobs that still run or wait are refused with 503. */
  close: () => Promise<void>
}

export interface InspectorOptions {
  log?: Log
  /** Milliseconds without work after which a process is ended to free its memory. */
  idleAfter?: number
  /** Milliseconds of CPU time for accepting a file, while its sender waits. */
  quickLimit?: number
  /** Milliseconds of CPU time for rendering a page or preview. */
  showLimit?: number
  /** Milliseconds of CPU time for reading a file. */
  readLimit?: number
  /** The program of the processes. */
  program?: URL
  /** Whether their sources may change meanwhile. */
  isDevelopment?: boolean
}

let chosen: URL | undefined
/** Chosen once in a process, because every file that the program is built from is read for it. */
const chosenProgram = () => {
  chosen ??= workerProgram()
  return chosen
}

/** Bytes. The most expensive picture of 50 megapixels needs 550 MB to be opened and displayed. */
const openingMemory = 800 * 1024 * 1024
/** Bytes. Reading holds the neural networks as well as the picture. */
const readingMemory = 1200 * 1024 * 1024

/**
 * Opens the inspector for the server. Every file is opened in a separate process, never in the web process. Reading and
 * rendering have queues of their own, so that an upload waits neither for another client's long document nor behind a
 * page full of previews.
 */
export const openInspector = (options: InspectorOptions = {}): Inspector => {
  const {
    log = () => {},
    idleAfter = 30_000,
    quickLimit = 4000,
    showLimit = 8000,
    readLimit = 20_000,
    isDevelopment = false,
    program = isDevelopment ? workerProgram({ isDevelopment }) : chosenProgram(),
  } = options
  const light = { program, idleAfter, memoryLimit: openingMemory, log }
  // Two processes, so that one file that takes long to open does not block everyone else's.
  const quick = openWorkerQueue<Job>({ name: 'quick', processes: 2, ...light })
  const showing = openWorkerQueue<Job>({ name: 'showing', ...light })
  const slow = openWorkerQueue<Job>({
    name: 'reading',
    program,
    idleAfter,
    memoryLimit: readingMemory,
    log,
  })
  return {
    accept: async (bytes, facts, { until } = {}) => {
      const kind = screenUpload(bytes, facts)
      return valueOf<Accepted>(
        await quick.run({ task: 'open', bytes, kind }, quickLimit, until),
        tooHardToOpen,
      )
    },
    inspect: async (bytes, expectation) => {
      const outcome = await slow.run({ task: 'inspect', bytes, expectation }, readLimit)
      if (outcome.end === 'busy') throw busy()
      return outcome.end === 'done' ? (outcome.value as Validation) : notRead()
    },
    compareFaces: async (document, selfie) => {
      const outcome = await slow.run({ task: 'compareFaces', document, selfie }, readLimit)
      if (outcome.end === 'busy') throw busy()
      return outcome.end === 'done' ? (outcome.value as Comparison) : null
    },
    renderPage: async (bytes, page, { width }) =>
      valueOf<Uint8Array>(
        await showing.run({ task: 'renderPage', bytes, page, width }, showLimit),
        noPreview,
      ),
    pageText: async (bytes, page) =>
      valueOf<PageWord[]>(await showing.run({ task: 'pageText', bytes, page }, showLimit), noPreview),
    imagePreview: async (bytes, options) =>
      valueOf<Uint8Array>(
        await showing.run({ task: 'imagePreview', bytes, ...options }, showLimit),
        noPreview,
      ),
    wake: async () => {
      const isAwake = slow.pid() !== undefined
      await Promise.all([quick.wake(), isAwake ? slow.wake() : slow.run({ task: 'prepare' }, readLimit)])
    },
    dismiss: async () => {
      await Promise.all([quick.dismiss(), showing.dismiss(), slow.dismiss()])
    },
    close: async () => {
      await Promise.all([quick.close(), showing.close(), slow.close()])
    },
  }
}

const valueOf = <T>(outcome: Outcome, otherwise: () => Problem): T => {
  if (outcome.end === 'done') return outcome.value as T
  if (outcome.end === 'busy') throw busy()
  if (outcome.end === 'stopped') throw otherwise()
  const { code, message, reason } = outcome.problem
  throw new Problem(code, message, { reason })
}

const busy = () =>
  new Problem('unavailable', 'Many documents are being read right now. Please try again in a minute.', {
    retryAfter: 60,
  })
