import type { X509Certificate } from 'node:crypto'
import type { TimeStampAuthority } from '../../ports/time-stamps.ts'
import { type ReadSeal, readSeal, stampsOf, unprovenIn } from '../verification.ts'
import { digestOf } from './byte-range.ts'
import type { SignedMessage } from './cms.ts'
import { type Revision, type Update, writeUpdate } from './updates.ts'
import { chainOf, isRoot } from './validation.ts'

export interface AuthorityAccess {
  authority: TimeStampAuthority
  signal: AbortSignal
}

export interface AugmentedSeal {
  /** The sealed bytes with what was appended to them. */
  pdf: Buffer
  /** Why no more could be appended. Undefined if the file is complete, or can never be extended. */
  fault: unknown
}

/**
 * Appends what a sealed file lacks of B-LTA, as far as authorities respond: a time stamp, proof that all certificates
 * were good, and a time stamp over both. Never rejects because of an authority.
 */
export async function augmentSeal(sealed: Buffer, asking: AuthorityAccess): Promise<AugmentedSeal> {
  let pdf = sealed
  try {
    const plain = readSeal(pdf)
    if (!plain?.isWhole || !plain.isPades || plain.revision === null) return { pdf, fault: undefined }
    if (stampsOf(plain).length === 0) pdf = await stamped(pdf, plain.revision, nothing, asking)
    const timed = readSeal(pdf)
    if (!timed?.isWhole || timed.revision === null) throw new Error('What was appended is not whole.')
    const data = await collect(timed, asking)
    try {
      pdf = await stamped(pdf, timed.revision, data, asking)
    } catch (fault) {
      // The proof is available now and may be gone later.
      const isNew = Object.values(data).some(({ length }) => length > 0)
      return { pdf: isNew ? appended(pdf, timed.revision, data) : pdf, fault }
    }
    return { pdf, fault: undefined }
  } catch (fault) {
    return { pdf, fault }
  }
}

type Data = Omit<Update, 'stamp'>
const nothing: Data = { certificates: [], ocsps: [], crls: [] }

const appended = (pdf: Buffer, revision: Revision, data: Data) =>
  Buffer.concat([pdf, writeUpdate(revision, { ...data, stamp: null }).bytes])

/** Appends an update whose time stamp covers everything before it and the update itself. */
async function stamped(pdf: Buffer, revision: Revision, data: Data, { authority, signal }: AuthorityAccess) {
  const { bytes, range } = writeUpdate(revision, { ...data, stamp: 'room' })
  if (range === null) throw new Error('There is no room for a time stamp.')
  const token = await authority.stamp(digestOf(Buffer.concat([pdf, bytes]), range), signal)
  return Buffer.concat([pdf, writeUpdate(revision, { ...data, stamp: token }).bytes])
}

/** Returns the proof that the file lacks. Throws if an issuer does not say that a certificate is good. */
async function collect(seal: ReadSeal, asking: AuthorityAccess): Promise<Data> {
  const signatories = [seal.message, ...stampsOf(seal).slice(0, 1)]
  const found = { certificates: new Map<string, Buffer>(), ocsps: [] as Buffer[], crls: [] as Buffer[] }
  const known: X509Certificate[] = []
  for (const signatory of signatories) {
    const chain = await wholeChain(signatory, known, asking)
    known.push(...chain)
    if (unprovenIn(seal, [{ ...signatory, certificates: chain }]).length === 0) continue
    for (const [at, certificate] of chain.entries()) {
      found.certificates.set(certificate.fingerprint256, certificate.raw)
      const issuer = chain[at + 1]
      if (issuer === undefined) continue
      const said = await asking.authority.fetchRevocationStatus(certificate, issuer, asking.signal)
      if (said === null) throw new Error(`Nobody says that ${certificate.subject} is good.`)
      if ('ocsp' in said) found.ocsps.push(said.ocsp)
      else found.crls.push(said.crl)
    }
  }
  return { ...found, certificates: [...found.certificates.values()] }
}

/** Returns the chain up to its root, which a message need not carry. Throws if an issuer cannot be fetched. */
async function wholeChain(
  { certificate, certificates }: Pick<SignedMessage, 'certificate' | 'certificates'>,
  known: readonly X509Certificate[],
  { authority, signal }: AuthorityAccess,
) {
  const among = [...certificates, ...known]
  for (let chain = chainOf(certificate, among); ; chain = chainOf(certificate, among)) {
    const last = chain.at(-1)
    if (last === undefined || isRoot(last)) return chain
    const issuer = await authority.fetchIssuer(last, signal)
    if (issuer === null || !last.checkIssued(issuer) || !last.verify(issuer.publicKey))
      throw new Error(`The issuer of ${last.subject} cannot be had.`)
    among.push(issuer)
  }
}
