import { Problem } from '#contract/kit/problem.ts'
import type { SealLevel } from '#contract/signatures/evidence.ts'
import type { Outcome } from '#inspector/process/job.ts'
import { type Log, openWorkerQueue } from '#inspector/process/worker-queue.ts'
import type { TimeStampAuthority } from '../ports/time-stamps.ts'
import { after, days, seconds } from '../time/durations.ts'
import { type ComposeJob, type ComposeResult, type Composition, type ScreenJob, sealRoom } from './job.ts'
import { sealKeyFault } from './key-file.ts'
import type { Signatory } from './pades/cms.ts'
import type { Unsealable } from './screen.ts'

export interface Sealed {
  pdf: Uint8Array
  /** SHA-256 of the document with its stamp, before the evidence and the seal, in hex. */
  stampedSha256: string
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string
  level: SealLevel
}

export interface Augmented {
  pdf: Uint8Array
  level: SealLevel
  /** Whether a later attempt may add more. */
  isLacking: boolean
}

export interface Sealer {
  /** Returns why a PDF cannot be signed here, or null if it can. Throws `Problem` 503 while too many wait. */
  screen: (pdf: Uint8Array) => Promise<Unsealable | null>
  /**
   * Stamps a PDF, appends the evidence and seals it as PAdES, at the highest level that the time-stamp authority
   * currently allows. Throws `Problem` 422 for a file that cannot be sealed, 503 while too many wait or the key cannot
   * be read, 507 if there is no room to make the key. Never throws because of an authority.
   */
  seal: (job: Composition) => Promise<Sealed>
  /**
   * Appends what a sealed file lacks of the highest level, as far as authorities respond. Returns null if the file was
   * altered or its seal is older than PAdES.
   */
  augment: (pdf: Uint8Array) => Promise<Augmented | null>
  /** Returns whether there is a time-stamp authority. */
  isTimed: () => boolean
  /** Starts its processes and makes the key of this owner early. Never rejects. */
  wake: (owner: string) => Promise<void>
  /** Returns a sentence, without a path, about a fault that prevents or will prevent sealing. Null if there is none. */
  warning: () => Promise<string | null>
  /** Ends its processes to free memory, once waiting jobs are done. Never rejects. */
  dismiss: () => Promise<void>
  /** Ends its processes. */
  close: () => Promise<void>
}

interface Options {
  /** Path of the key, which need not exist yet. */
  path: string
  /** The firm's own certificate at this moment, used instead of the portal's. */
  own?: () => Signatory | null
  authority?: () => TimeStampAuthority | null
  log?: Log
  /** Time limit for one file, in milliseconds. */
  limit?: number
}

/** In bytes. Stamping a document of 10 MB and 200 pages needs about 400 MB. */
const memoryLimit = 800 * 1024 * 1024

/**
 * Opens PDFs in processes of their own, as the inspector does, which are ended if a file makes them too slow or too
 * large. One process is for uploads and one for signing, so that neither waits for the other. They never have the key:
 * the seal is put into the room that they leave for it.
 */
export function openSealer(options: Options): Sealer {
  const {
    path,
    own: ownNow = none,
    authority: authorityNow = none,
    log = () => {},
    limit = seconds(20),
  } = options
  const program = new URL('./pdf-process.ts', import.meta.url)
  const kept = { program, idleAfter: seconds(30), memoryLimit, log }
  const screening = openWorkerQueue<ScreenJob>({ name: 'screening', ...kept })
  const composing = openWorkerQueue<ComposeJob>({ name: 'stamping', ...kept })
  const keyFor = openKeyOnce(path)
  const compose = async (job: Composition, room: number) =>
    composedIn(await composing.run({ task: 'compose', room, ...job }, limit))
  const noteFault = noteFaultIn(log)
  return {
    screen: async (pdf) => {
      const outcome = await screening.run({ task: 'screen', pdf }, limit)
      if (outcome.end === 'busy') throw busy()
      return outcome.end === 'done' ? (outcome.value as Unsealable | null) : 'heavy'
    },
    seal: async (job) => {
      // Read once, because both may change while this seal is made.
      const [own, authority] = [ownNow(), authorityNow()]
      const signatory = own ? inDate(own, job.words.at) : await keyFor(job.words.name)
      const room = authority === null && own === null ? sealRoom.plain : sealRoom.stamped
      const { ready, stampedSha256 } = await compose(job, room)
      const asking = authority && !authority.wasAway() ? askingOf(authority, timeouts.signer) : null
      const { sealPdf } = await import('./pades/seal.ts')
      const { pdf, fault } = await sealPdf(Buffer.from(ready), signatory, asking)
      noteFault(fault, authority)
      // A file that we cannot verify ourselves must never be returned as signed.
      const { fingerprint, level, isWhole } = await proved(pdf)
      if (!isWhole || level === null || fingerprint !== fingerprintOf(signatory)) throw unsealable()
      return { pdf, stampedSha256, fingerprint, level }
    },
    augment: (pdf) => augmentSeal(pdf, authorityNow(), noteFault),
    isTimed: () => authorityNow() !== null,
    wake: async (owner) => {
      await screening.wake()
      await composing.wake()
      // The error is shown when something is sealed.
      if (knownOr(ownNow) === null) await keyFor(owner).catch(() => {})
    },
    warning: async () => {
      const own = knownOr(ownNow)
      if (own !== null) return dateWarning(own, new Date())
      return keyWarning(path, log)
    },
    dismiss: async () => {
      await Promise.all([screening.dismiss(), composing.dismiss()])
    },
    close: async () => {
      await Promise.all([screening.close(), composing.close()])
    },
  }
}

const none = () => null

/** Returns null also if the certificate cannot be read now, since `seal` reports that. */
const knownOr = (own: () => Signatory | null) => {
  try {
    return own()
  } catch {
    return null
  }
}

/** Opens the portal's own key once. After a fault it is tried again with the next document. */
const openKeyOnce = (path: string) => {
  let opening: Promise<Signatory> | undefined
  return (owner: string) => {
    opening ??= openKey(path, owner).catch((cause: unknown) => {
      opening = undefined
      throw cause instanceof Problem ? cause : withoutKey(cause)
    })
    return opening
  }
}

const composedIn = (outcome: Outcome) => {
  if (outcome.end === 'busy') throw busy()
  const made = outcome.end === 'done' ? (outcome.value as ComposeResult) : null
  if (made === null || 'fault' in made) throw unsealable()
  return made
}

type NoteFault = (fault: unknown, authority: TimeStampAuthority | null) => void

const noteFaultIn =
  (log: Log): NoteFault =>
  (fault, authority) => {
    if (fault !== undefined)
      log({ err: fault, authority: authority?.address }, 'A seal has not got its whole proof yet.')
  }

const augmentSeal = async (
  pdf: Uint8Array,
  authority: TimeStampAuthority | null,
  noteFault: NoteFault,
): Promise<Augmented | null> => {
  const sealed = Buffer.from(pdf)
  const { level: before } = await proved(sealed)
  if (before === null) return null
  if (authority === null || before === 'B-LTA') return { pdf, level: before, isLacking: before !== 'B-LTA' }
  const { augmentSeal } = await import('./pades/augment.ts')
  const raised = await augmentSeal(sealed, askingOf(authority, timeouts.job))
  noteFault(raised.fault, authority)
  const { level, isWhole } = await proved(raised.pdf)
  return isWhole && level !== null
    ? { pdf: raised.pdf, level, isLacking: level !== 'B-LTA' }
    : { pdf, level: before, isLacking: true }
}

const keyWarning = async (path: string, log: Log) => {
  const fault = await sealKeyFault(path)
  if (fault === undefined) return null
  log({ err: fault }, 'The seal key cannot be used.')
  return 'The key that signed documents are sealed with is damaged, so nothing can be signed. Restore keys/seal.json from a backup, or move it away to have a new one made.'
}

const openKey = async (path: string, owner: string) => (await import('./key.ts')).openSealKey(path, { owner })

const unsealable = () =>
  new Problem('unprocessable', "This document can't be signed here. Please ask us to send it again.", {
    reason: 'not_signable',
  })

/** Only the operator can help, and the log has the cause. */
const withoutKey = (cause: unknown) => {
  const words =
    "Documents can't be signed here at the moment. Nothing is lost. Please tell us, and try again later."
  return Object.assign(new Problem('unavailable', words, { retryAfter: 300 }), { cause })
}

const isInDate = ({ certificate }: Signatory, at: Date) =>
  at >= certificate.validFromDate && at < certificate.validToDate

function inDate(own: Signatory, at: Date) {
  if (!isInDate(own, at)) throw withoutKey(new Error(dateWarning(own, at) ?? ''))
  return own
}

/** Warns about a certificate that is not valid or soon won't be. */
function dateWarning(own: Signatory, now: Date) {
  const until = own.certificate.validToDate
  const day = until.toISOString().slice(0, 10)
  if (now < own.certificate.validFromDate)
    return `The firm's certificate for sealing documents is not valid yet, so nothing can be signed. Check it under Integrations, Connections (or PORTICO_SEAL_PKCS12), and the machine's clock.`
  if (now >= until)
    return `The firm's certificate for sealing documents expired on ${day}, so nothing can be signed. Put the new one in its place under Integrations, Connections (or PORTICO_SEAL_PKCS12), or disconnect it for the portal to use its own.`
  return after(now, days(30)) > until
    ? `The firm's certificate for sealing documents expires on ${day}. Documents cannot be signed after that until a new one is in its place (Integrations, Connections, or PORTICO_SEAL_PKCS12).`
    : null
}

const busy = () =>
  new Problem('unavailable', 'Many documents are being signed right now. Please try again in a minute.', {
    retryAfter: 60,
  })

/** Time limit for all requests to authorities for one file, in milliseconds. */
const timeouts = { signer: seconds(8), job: seconds(30) }

const askingOf = (authority: TimeStampAuthority, within: number) => ({
  authority,
  signal: AbortSignal.timeout(within),
})

// The certificate library is loaded with the first signature, so that an idle portal does without it.
const proved = async (pdf: Uint8Array) => (await import('./verification.ts')).verifySeal(Buffer.from(pdf))

const fingerprintOf = ({ certificate }: Signatory) =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase()
