import { Worker } from 'node:worker_threads'
import { Problem } from '#contract/kit/problem.ts'
import { type Log, openWorkerQueue } from '#inspector/process/worker-queue.ts'
import { openSemaphore } from '../concurrency/semaphore.ts'
import { seconds } from '../time/durations.ts'
import type { ComposeJob, Composing, Composition, ScreenJob, SealJob } from './job.ts'
import type { SealKey } from './key.ts'
import { sealKeyFault } from './key-file.ts'
import type { Unsealable } from './screen.ts'

export interface Sealed {
  pdf: Uint8Array
  /** SHA-256 of the document with its stamp, before the evidence and the seal, in hex. */
  stampedSha256: string
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string
}

export interface Sealer {
  /** Why a PDF cannot be signed here; null where it can. Throws `Problem` 503 while too many wait. */
  screen: (pdf: Uint8Array) => Promise<Unsealable | null>
  /**
   * Stamps a PDF, appends the evidence and seals it with the portal's own certificate, as a detached PKCS#7
   * signature over the whole file. Throws `Problem` 422 for a file that cannot be, 503 while too many wait or
   * the key cannot be read, 507 where there is no room to make it.
   */
  seal: (job: Composition) => Promise<Sealed>
  /** Starts its processes and makes the key of this owner, ahead of what is sure to come. Never rejects. */
  wake: (owner: string) => Promise<void>
  /** Whether the key can be read, or is not there yet and will be made. */
  isKeySound: () => Promise<boolean>
  /** Gives back the memory of its processes, once what waits is done. Never rejects. */
  dismiss: () => Promise<void>
  /** Ends its processes. */
  close: () => Promise<void>
}

interface Options {
  /** Where the key lies, or will. */
  path: string
  log?: Log
  /** Milliseconds that one file may take. */
  limit?: number
}

/** Bytes; a document of 10 MB and 200 pages needs about 400 MB to be stamped. */
const memoryLimit = 800 * 1024 * 1024

/**
 * PDFs are opened in processes of their own, as the inspector's are, which are ended when a file makes them too
 * slow or too large: one for what is sent and one for what is signed, so that neither waits for the other.
 * The seal itself is made in a thread, which has the key.
 */
export function openSealer({ path, log = () => {}, limit = seconds(20) }: Options): Sealer {
  const program = new URL('./pdf-process.ts', import.meta.url)
  const kept = { program, idleAfter: seconds(30), memoryLimit, log }
  const screening = openWorkerQueue<ScreenJob>({ name: 'screening', ...kept })
  const composing = openWorkerQueue<ComposeJob>({ name: 'stamping', ...kept })
  const slots = openSemaphore(2, 32)
  let opening: Promise<SealKey> | undefined
  const keyFor = (owner: string) => {
    opening ??= openKey(path, owner).catch((cause: unknown) => {
      opening = undefined
      throw cause instanceof Problem ? cause : withoutKey(cause)
    })
    return opening
  }
  const composed = async (job: Composition) => {
    const outcome = await composing.run({ task: 'compose', ...job }, limit)
    if (outcome.end === 'busy') throw busy()
    const made = outcome.end === 'done' ? (outcome.value as Composing) : null
    if (made === null || 'fault' in made) throw unsealable()
    return made
  }
  return {
    screen: async (pdf) => {
      const outcome = await screening.run({ task: 'screen', pdf }, limit)
      if (outcome.end === 'busy') throw busy()
      return outcome.end === 'done' ? (outcome.value as Unsealable | null) : 'heavy'
    },
    seal: async (job) => {
      const { p12, fingerprint } = await keyFor(job.words.name)
      const { ready, stampedSha256 } = await composed(job)
      const pdf = await slots(() => sealIn({ ready, p12, at: job.words.at }, limit))
      // What is not whole to ourselves must never be handed out as signed.
      const { proveSeal } = await import('./proof.ts')
      const proof = pdf && proveSeal(Buffer.from(pdf))
      if (!pdf || !proof?.isWhole || proof.fingerprint !== fingerprint) throw unsealable()
      return { pdf, stampedSha256, fingerprint }
    },
    wake: async (owner) => {
      await screening.wake()
      await composing.wake()
      // Whoever seals is told why there is none.
      await keyFor(owner).catch(() => {})
    },
    isKeySound: async () => {
      const fault = await sealKeyFault(path)
      if (fault !== undefined) log({ err: fault }, 'The seal key cannot be used.')
      return fault === undefined
    },
    dismiss: async () => {
      await Promise.all([screening.dismiss(), composing.dismiss()])
    },
    close: async () => {
      await Promise.all([screening.close(), composing.close()])
    },
  }
}

// What knows certificates is loaded with the first signature: a portal at rest does without.
const openKey = async (path: string, owner: string) => (await import('./key.ts')).openSealKey(path, { owner })

const unsealable = () =>
  new Problem('unprocessable', 'This document cannot be signed here. Please ask the firm to send it again.', {
    reason: 'not_signable',
  })

/** Only whoever runs the portal can help: the cause stands in the log. */
const withoutKey = (cause: unknown) => {
  const words =
    'Documents cannot be signed here just now. Nothing is lost; please tell the firm, and try again later.'
  return Object.assign(new Problem('unavailable', words, { retryAfter: 300 }), { cause })
}

const busy = () =>
  new Problem('unavailable', 'Many documents are being signed right now. Please try again in a minute.', {
    retryAfter: 60,
  })

/** Null where the thread came to grief. */
const sealIn = (job: SealJob, limit: number) =>
  new Promise<Uint8Array | null>((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: job,
      env: {},
      execArgv: ['--no-warnings'],
      stdout: true,
      stderr: true,
    })
    const end = (pdf: Uint8Array | null) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(pdf)
    }
    const timer = setTimeout(end, limit, null)
    worker.once('message', end)
    worker.once('error', () => end(null))
    worker.once('exit', () => end(null))
  })
