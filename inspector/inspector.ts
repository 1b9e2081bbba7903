import type { Validation } from '#contract/documents/validation.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Accepted } from './accept.ts'
import type { Expectation } from './documents/expectation.ts'
import { notRead } from './documents/verdict.ts'
import type { Comparison } from './faces/compare.ts'
import type { PageWord, PreviewOptions } from './pages.ts'
import type { Job, Outcome } from './process/job.ts'
import { type Log, openWorkerQueue } from './process/worker-queue.ts'
import { noPreview, tooHardToOpen } from './refusals.ts'
import { screenUpload, type UploadFacts } from './screen.ts'

export interface Inspector {
  /**
   * Decides whether an upload is taken, with 4 s of work. Throws `Problem` 415, 422, or 503 while too many wait, or
   * where `until` (by `performance.now()`) comes first: then it was not looked at.
   */
  accept: (bytes: Uint8Array, facts: UploadFacts, options?: { until?: number }) => Promise<Accepted>
  /**
   * Reads and judges within 20 s of work: a file that breaks the reader is "not read". Throws `Problem` 503
   * when it was never looked at, because too many wait or the portal is ending: then it can be read later.
   */
  inspect: (bytes: Uint8Array, expectation: Expectation) => Promise<Validation>
  /**
   * Compares the portrait of an identity document with a selfie: a score for a person, never a verdict; null
   * when a file breaks the reader. Throws `Problem` 503 when neither was looked at.
   */
  compareFaces: (document: Uint8Array, selfie: Uint8Array) => Promise<Comparison | null>
  /** A page (1-based) of a PDF as PNG. Throws `Problem` 404 or 422. */
  renderPage: (bytes: Uint8Array, page: number, options: { width: number }) => Promise<Uint8Array>
  /** The words of a page (1-based), placed. Throws `Problem` 404 or 422. */
  pageText: (bytes: Uint8Array, page: number) => Promise<PageWord[]>
  /** A JPEG of a picture, upright and without metadata; a square is cut out of its middle. Throws `Problem` 422. */
  imagePreview: (bytes: Uint8Array, options: PreviewOptions) => Promise<Uint8Array>
  /** Starts what takes files in and reads them, ahead of such as are sure to come. Never rejects. */
  wake: () => Promise<void>
  /** Gives back the memory of those that rest, once what waits is done. Never rejects. */
  dismiss: () => Promise<void>
  /** Ends its processes; what still waits is answered as not opened. */
  close: () => Promise<void>
}

export interface InspectorOptions {
  log?: Log
  /** Milliseconds without work after which the memory is given back. */
  idleAfter?: number
  /** Milliseconds of the processor for accepting a file: whoever sends it waits for that. */
  quickLimit?: number
  /** Milliseconds of the processor for showing one. */
  showLimit?: number
  /** Milliseconds of the processor for reading one. */
  readLimit?: number
}

/** Bytes; the most hungry picture of 50 megapixels needs 550 MB to be opened and shown. */
const openingMemory = 800 * 1024 * 1024
/** Bytes; reading holds the networks beside the picture. */
const readingMemory = 1200 * 1024 * 1024

/**
 * The inspector as the server uses it: every file is opened in a separate process, never in the
 * web process. Reading and showing have lanes of their own, so that an upload waits neither for somebody
 * else's long document nor behind a page full of previews.
 */
export const openInspector = (options: InspectorOptions = {}): Inspector => {
  const {
    log = () => {},
    idleAfter = 30_000,
    quickLimit = 4000,
    showLimit = 8000,
    readLimit = 20_000,
  } = options
  const program = new URL('./process/worker.ts', import.meta.url)
  const light = { program, idleAfter, memoryLimit: openingMemory, log }
  // Two, so that whoever sends a file that takes long to open keeps nobody else from having theirs opened.
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
      await quick.wake()
      await slow.wake()
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
