import { X509Certificate } from 'node:crypto'
import type { SealLevel } from '#contract/signatures/evidence.ts'
import { type ByteRange, contentsIn, digestOf, readRange } from './pades/byte-range.ts'
import { readSignedMessage, type SignedMessage, sha256 } from './pades/cms.ts'
import { readTimeStamp, type TimeStamp } from './pades/time-stamp.ts'
import { findSeal, openRevision, type Revision, readUpdate, type Update } from './pades/updates.ts'
import { chainOf, isRoot, type RevocationData, revocationStatusOf } from './pades/validation.ts'

export interface SealVerification {
  /** True if the sealed bytes are unchanged, and only the portal's own proof was appended to them. */
  isWhole: boolean
  /** SHA-256 of the seal's certificate, in hex. Null if there is none. */
  fingerprint: string | null
  /** The reason in the seal. */
  reason: string | null
  /** The PAdES level that the file reaches. Null for an older or broken seal. */
  level: SealLevel | null
  /** When an authority first confirmed the seal, and its own name. Null if none did. */
  stamped: { at: Date; by: string } | null
}

const broken: SealVerification = {
  isWhole: false,
  fingerprint: null,
  reason: null,
  level: null,
  stamped: null,
}

/** Verifies the seal of a PDF and the updates after it. */
export function verifySeal(pdf: Buffer): SealVerification {
  const seal = readSeal(pdf)
  if (seal === null) return broken
  const { message, isWhole, reason } = seal
  const [first] = stampsOf(seal)
  return {
    isWhole,
    fingerprint: sha256(message.certificate.raw).toString('hex'),
    reason,
    level: isWhole ? levelOf(seal) : null,
    stamped: first ? { at: first.at, by: nameOf(first.certificate) } : null,
  }
}

/** Returns the common name of a certificate, or else its organisation. */
const nameOf = ({ subject }: X509Certificate) =>
  /^CN=(.+)$/m.exec(subject)?.[1] ?? /^O=(.+)$/m.exec(subject)?.[1] ?? ''

export interface ReadSeal {
  message: SignedMessage
  isPades: boolean
  reason: string | null
  isWhole: boolean
  /** The time stamp over the signature. Null if there is no valid one. */
  stamp: TimeStamp | null
  appended: Appended[]
  /** Where the next update goes. Null if the file accepts none. */
  revision: Revision | null
}

interface Appended {
  update: Update
  stamp: TimeStamp | null
}

/** Reads the seal of a PDF and every update after it. Returns null if there is no readable seal. */
export function readSeal(pdf: Buffer): ReadSeal | null {
  try {
    const at = findSeal(pdf)
    const range = at < 0 ? null : readRange(pdf, at)
    if (range === null) return null
    const message = readSignedMessage(contentsIn(pdf, range))
    const isSealed = message.isSigned && digestOf(pdf, range, message.hash).equals(message.digest)
    const { appended, revision, end } = appendedTo(pdf, range, at)
    return {
      message,
      isPades:
        message.namesCertificate &&
        pdf.toString('latin1', at - 40, at).includes('/SubFilter /ETSI.CAdES.detached'),
      reason: reasonAfter(pdf.subarray(range.second, range.second + 4000)),
      isWhole: isSealed && end === pdf.length,
      stamp: message.timeStamp && heldStamp(message.timeStamp, sha256(message.signature)),
      appended,
      revision,
    }
  } catch {
    // An unreadable seal proves nothing.
    return null
  }
}

function appendedTo(pdf: Buffer, range: ByteRange, at: number) {
  const appended: Appended[] = []
  let revision = openRevision(pdf, range, at)
  let end = range.end
  while (revision !== null && end < pdf.length) {
    const read = readUpdate(pdf, revision)
    const { update = null, range: stamped = null, next = null } = read ?? {}
    const stamp = stamped && heldStamp(contentsIn(pdf, stamped), digestOf(pdf, stamped))
    if (update === null || next === null || (stamped !== null && stamp === null)) break
    appended.push({ update, stamp })
    revision = next
    end = next.end
  }
  return { appended, revision, end }
}

const heldStamp = (token: Buffer, digest: Buffer) => {
  try {
    return readTimeStamp(token, digest)
  } catch {
    return null
  }
}

// The text in a seal is UTF-16 with its byte order mark, in hex.
const reasonAfter = (bytes: Buffer) => {
  const hex = /^\s*\/Reason\s*<feff([0-9a-f]*)>/i.exec(bytes.toString('latin1'))?.[1]
  return hex === undefined ? null : Buffer.from(hex, 'hex').swap16().toString('utf16le')
}

/** Returns the time stamps of a file, earliest first. */
export const stampsOf = ({ stamp, appended }: Pick<ReadSeal, 'stamp' | 'appended'>) =>
  [stamp, ...appended.map((update) => update.stamp)].filter((timeStamp) => timeStamp !== null)

/** Returns the PAdES baseline level (ETSI EN 319 142-1 §6). Each level includes the previous one. */
export function levelOf(seal: ReadSeal): SealLevel | null {
  if (!seal.isPades) return null
  if (stampsOf(seal).length === 0) return 'B-B'
  const complete = seal.appended.findIndex((_, at) =>
    isComplete({ ...seal, appended: seal.appended.slice(0, at + 1) }),
  )
  // A self-signed seal whose time stamp needs no further proof has nothing to append, and stays at B-T.
  if (complete < 0) return 'B-T'
  return seal.appended.slice(complete).some(({ stamp }) => stamp !== null) ? 'B-LTA' : 'B-LT'
}

/** Returns whether the file proves that the certificates of its seal and its first time stamp were good. */
const isComplete = (seal: ReadSeal) => {
  const [first] = stampsOf(seal)
  return first !== undefined && unprovenIn(seal, [seal.message, first]).length === 0
}

export interface Missing {
  certificate: X509Certificate
  /** Null if the issuer's certificate is missing too. */
  issuer: X509Certificate | null
}

/** Returns the certificates that the file does not prove to be good. A root needs no proof. */
export function unprovenIn(
  { appended }: Pick<ReadSeal, 'appended'>,
  signatories: readonly Pick<SignedMessage, 'certificate' | 'certificates'>[],
): Missing[] {
  const data: RevocationData = {
    ocsps: appended.flatMap(({ update }) => update.ocsps),
    crls: appended.flatMap(({ update }) => update.crls),
  }
  const embedded = appended.flatMap(({ update }) =>
    update.certificates.map((der) => new X509Certificate(der)),
  )
  return signatories.flatMap(({ certificate, certificates }) => {
    const chain = chainOf(certificate, [...certificates, ...embedded])
    return chain.flatMap((link, at): Missing[] => {
      if (isRoot(link)) return []
      const issuer = chain[at + 1] ?? null
      return issuer !== null && revocationStatusOf({ certificate: link, issuer }, data) === 'good'
        ? []
        : [{ certificate: link, issuer }]
    })
  })
}
