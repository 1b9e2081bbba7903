import { Worker } from 'node:worker_threads'
import { Problem } from '#contract/problem.ts'
import { seconds } from '../durations.ts'
import { openGate } from '../hashing.ts'
import type { Answer, Job, Sealed, SealJob } from './job.ts'
import { openSealKey, type SealKey } from './key.ts'
import { proveSeal } from './proof.ts'
import type { Unsealable } from './screen.ts'

export interface Sealer {
  /** Why a PDF cannot be signed here; null where it can. */
  screen: (pdf: Uint8Array) => Promise<Unsealable | null>
  /**
   * Stamps a PDF, appends the evidence and seals it with the portal's own certificate, as a detached PKCS#7
   * signature over the whole file. Throws `Problem` 422 for a file that cannot be, 503 while too many wait.
   */
  seal: (job: Omit<SealJob, 'task' | 'p12'>) => Promise<Sealed & { fingerprint: string }>
}

interface Options {
  /** Where the key lies, or will. */
  path: string
  /** Milliseconds that one file may take. */
  limit?: number
}

/** Works in threads of their own, which are ended when a file makes them too slow or too large. */
export function openSealer({ path, limit = seconds(20) }: Options): Sealer {
  const gate = openGate(2, 32)
  let opening: Promise<SealKey> | undefined
  const keyFor = (owner: string) => {
    opening ??= openSealKey(path, { owner }).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    screen: async (pdf) => {
      const answer = await gate(() => run({ task: 'screen', pdf }, limit))
      return answer?.end === 'screened' ? answer.fault : 'damaged'
    },
    seal: async (job) => {
      const { p12, fingerprint } = await keyFor(job.words.name)
      const answer = await gate(() => run({ ...job, task: 'seal', p12 }, limit))
      if (answer?.end !== 'sealed') throw unsealable()
      // What is not whole to ourselves must never be handed out as signed.
      const proof = proveSeal(Buffer.from(answer.sealed.pdf))
      if (!proof.isWhole || proof.fingerprint !== fingerprint) throw unsealable()
      return { ...answer.sealed, fingerprint }
    },
  }
}

const unsealable = () =>
  new Problem('unprocessable', 'This document cannot be signed here. Please ask the firm to send it again.', {
    reason: 'not_signable',
  })

/** Null where the thread came to grief. */
const run = (job: Job, limit: number) =>
  new Promise<Answer | null>((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: job,
      env: {},
      execArgv: ['--no-warnings'],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      stdout: true,
      stderr: true,
    })
    const end = (answer: Answer | null) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(answer)
    }
    const timer = setTimeout(end, limit, null)
    worker.once('message', end)
    worker.once('error', () => end(null))
    worker.once('exit', () => end(null))
  })
