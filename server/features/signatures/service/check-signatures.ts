import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { SignatureEvent } from '#contract/signatures/evidence.ts'
import type { CheckedSignature } from '#contract/signatures/signatures.ts'
import type { Witness } from '#contract/signatures/witness.ts'
import { merged } from '#server/features/accounts/service.ts'
import { openKeyedLimiter } from '#server/platform/concurrency/keyed-limiter.ts'
import type { Member, MultiStepCtx } from '#server/platform/ctx.ts'
import type { SealVerification } from '#server/platform/signing/verification.ts'
import { genesis, isUnbroken } from '../events.ts'
import type { EventRow, RequestRow, SignatureRow } from '../store.ts'
import * as store from '../store.ts'
import { detailOf } from './evidence.ts'
import { digestOf } from './read-mark.ts'

// Each check holds a whole file in memory.
const limiter = openKeyedLimiter({ slots: 2, slotsPerKey: 1, queue: 64 })

type InspectionContext = Pick<MultiStepCtx<Member>, 'read' | 'ports' | 'actor'>

/** Checks again whether a signature, its files and the record of events are unchanged. */
export const checkSignatures = (context: InspectionContext, request: RequestRow) =>
  limiter(context.actor.id, () => checkCopy(context, request))

async function checkCopy(context: InspectionContext, request: RequestRow): Promise<Checked> {
  const events = await store.listEvents(context.read, request.documentId)
  const signatures = await store.listSignaturesOn(context.read, request.documentId)
  const seal = await checkSeal(context, request, events)
  const common = [
    ...chainFindings(request, events),
    ...(await originalFindings(context, request)),
    ...seal.findings,
  ]
  const checkOne = async (signature: SignatureRow): Promise<CheckedSignature> => {
    const findings = [...common, ...(await signatureFindings(context, signature, events))]
    return {
      id: signature.id,
      documentId: signature.documentId,
      userId: signature.userId,
      signaturePosition: signature.signaturePosition,
      method: signature.method,
      signedAs: signature.signedAs,
      createdAt: signature.createdAt,
      signedBy: signature.signedBy,
      witness: witnessIn(events),
      status: findings.length === 0 ? 'Verified' : 'Altered',
      findings,
      level: seal.level,
      stamped: seal.stamped,
      sha256: request.signedSha256 ?? '',
      events: events.map(shownEvent),
    }
  }
  const checked = await Promise.all(signatures.map(checkOne))
  // Proof may have been added meanwhile, which replaces the copy by a longer one. Then the check starts again.
  const { clientId, documentId, signedKey } = request
  const latest = await store.get(context.read, clientId, documentId)
  if (latest.signedKey !== signedKey) return checkCopy(context, latest)
  return { checked, events: events.map(shownEvent) }
}

interface Checked {
  checked: CheckedSignature[]
  events: SignatureEvent[]
}

/** Returns the witness from the sealed record. */
const witnessIn = (events: readonly EventRow[]): Witness | null => {
  const found = events.find(({ kind }) => kind === 'witnessed')
  if (!found) return null
  const { name = '', address = '', occupation = '', text: statement = '' } = found.details
  return { name, address, occupation, statement, at: found.at }
}

const shownEvent = (event: EventRow): SignatureEvent => {
  const { number, kind, at, actorName, hash } = event
  return { number, kind, at, by: actorName, detail: detailOf(event), hash }
}

export const chainFindings = ({ documentId, sha256 }: RequestRow, events: EventRow[]) =>
  isUnbroken(events, genesis(documentId, sha256)) ? [] : ['The record of what happened was changed.']

/** Returns the bytes of a stored file. Null if they are missing or their digest differs. */
async function provenBytes({ ports }: InspectionContext, { key, sha256 }: { key: string; sha256: string }) {
  try {
    const bytes = await buffer(await ports.files.read(key))
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null
  } catch {
    // Throws if no file can be read at all, since that says nothing about this one.
    await ports.files.check()
    return null
  }
}

const originalFindings = async (context: InspectionContext, { fileKey, sha256 }: RequestRow) =>
  (await provenBytes(context, { key: fileKey, sha256 })) ? [] : ['The document as it was sent was changed.']

/** Returns the events that made a signed copy: the seal, and each proof added later. */
export const copiesIn = (events: readonly EventRow[]) =>
  events.filter(({ kind }) => kind === 'sealed' || kind === 'strengthened')

const changedCopy = (): SealCheck => ({
  findings: ['The signed copy was changed.'],
  level: null,
  stamped: null,
})

interface SealCheck extends Pick<SealVerification, 'level' | 'stamped'> {
  findings: string[]
}

async function checkSeal(
  context: InspectionContext,
  { signedKey, signedSha256 }: RequestRow,
  events: EventRow[],
): Promise<SealCheck> {
  const latest = copiesIn(events).at(-1)
  const sealed = events.find(({ kind }) => kind === 'sealed')
  const signed = events.find(({ kind }) => kind === 'signed')
  const last = events.findLast(({ number }) => sealed !== undefined && number < sealed.number)
  if (signedKey === null || signedSha256 === null)
    return signed ? changedCopy() : { findings: [], level: null, stamped: null }
  const bytes = await provenBytes(context, { key: signedKey, sha256: signedSha256 })
  if (bytes === null || latest?.details.sha256 !== signedSha256) return changedCopy()
  const { verifySeal } = await import('#server/platform/signing/verification.ts')
  const { isWhole, fingerprint, reason, level, stamped } = verifySeal(bytes)
  const findings = [
    ...(isWhole && fingerprint === sealed?.details.fingerprint && level === (latest.details.level ?? level)
      ? []
      : ['The seal of the signed copy is broken.']),
    // Someone who rewrites the whole record still can't rewrite the hash of it in the seal.
    ...(recordIn(reason) === last?.hash
      ? []
      : ['The record of what happened is not the one that was sealed.']),
  ]
  return { findings, level, stamped }
}

/** Whether the account that signed has the signature. The record keeps its number, also if it was merged since. */
const isOfSigner = async ({ read }: InspectionContext, { userId }: SignatureRow, { actorId }: EventRow) =>
  actorId === userId || (actorId !== null && (await merged.isMergedInto(read, actorId, userId)))

async function signatureFindings(context: InspectionContext, signature: SignatureRow, events: EventRow[]) {
  const { picture, typedName, method, signedAs, createdAt } = signature
  const signed = events.find(({ kind }) => kind === 'signed')
  const mark = digestOf({ picture: picture === null ? null : Buffer.from(picture, 'base64'), typedName })
  const holds =
    signed !== undefined &&
    (await isOfSigner(context, signature, signed)) &&
    signed.actorName === signature.signedBy &&
    signed.at.getTime() === createdAt.getTime() &&
    signed.details.method === method &&
    signed.details.mark === mark &&
    (signed.details.signedAs ?? null) === signedAs
  return holds ? [] : ['The stored signature was changed.']
}

/** Returns the hash of the record of events in a seal's reason (`reasonOf`). */
const recordIn = (reason: string | null) => /Record of events ([0-9a-f]{64})$/.exec(reason ?? '')?.[1] ?? null
