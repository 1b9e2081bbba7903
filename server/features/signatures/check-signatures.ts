import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { CheckedSignature, SignatureEvent } from '#contract/signatures.ts'
import { openKeyedLimiter } from '#server/platform/concurrency/keyed-limiter.ts'
import type { MultiStepCtx } from '#server/platform/ctx.ts'
import { genesis, isUnbroken } from './events.ts'
import { detailOf, recordIn } from './evidence.ts'
import { digestOf } from './signature-plan.ts'
import type { EventRow, RequestRow, SignatureRow } from './store.ts'
import * as store from './store.ts'

// Each holds a whole file in memory.
const limiter = openKeyedLimiter({ slots: 2, slotsPerKey: 1, queue: 64 })

type InspectionContext = Pick<MultiStepCtx, 'read' | 'ports' | 'actor'>

/** Computes anew whether a signature, the files it is about and the record of events still are what they were. */
export const checkSignatures = (context: InspectionContext, request: RequestRow) =>
  limiter(context.actor.id, async () => {
    const events = await store.listEvents(context.read, request.documentId)
    const signatures = await store.listSignaturesOn(context.read, request.documentId)
    const common = [
      ...chainFindings(request, events),
      ...(await originalFindings(context, request)),
      ...(await sealFindings(context, request, events)),
    ]
    const checked = signatures.map((signature): CheckedSignature => {
      const findings = [...common, ...signatureFindings(signature, events)]
      return {
        id: signature.id,
        documentId: signature.documentId,
        userId: signature.userId,
        signaturePosition: signature.signaturePosition,
        method: signature.method,
        signedAs: signature.signedAs,
        createdAt: signature.createdAt,
        signedBy: signature.signedBy,
        status: findings.length === 0 ? 'Verified' : 'Altered',
        findings,
        sha256: request.sealedSha256 ?? '',
        events: events.map(shownEvent),
      }
    })
    return { checked, events: events.map(shownEvent) }
  })

const shownEvent = (event: EventRow): SignatureEvent => {
  const { number, kind, at, actorName, hash } = event
  return { number, kind, at, by: actorName, detail: detailOf(event), hash }
}

export const chainFindings = ({ documentId, sha256 }: RequestRow, events: EventRow[]) =>
  isUnbroken(events, genesis(documentId, sha256)) ? [] : ['The record of what happened was changed.']

/** The bytes of a kept file; null where they are missing or not what was kept. */
async function provenBytes({ ports }: InspectionContext, { key, sha256 }: { key: string; sha256: string }) {
  try {
    const bytes = await buffer(await ports.files.read(key))
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null
  } catch {
    // Where nothing can be read at all, nothing is said of this file.
    await ports.files.check()
    return null
  }
}

const originalFindings = async (context: InspectionContext, { fileKey, sha256 }: RequestRow) =>
  (await provenBytes(context, { key: fileKey, sha256 })) ? [] : ['The document as it was sent was changed.']

const changedCopy = 'The signed copy was changed.'

async function sealFindings(
  context: InspectionContext,
  { sealedKey, sealedSha256 }: RequestRow,
  events: EventRow[],
) {
  const sealed = events.find(({ kind }) => kind === 'sealed')
  const signed = events.find(({ kind }) => kind === 'signed')
  if (sealedKey === null || sealedSha256 === null) return signed ? [changedCopy] : []
  const bytes = await provenBytes(context, { key: sealedKey, sha256: sealedSha256 })
  if (bytes === null || sealed?.details.sha256 !== sealedSha256) return [changedCopy]
  const { proveSeal } = await import('#server/platform/signing/proof.ts')
  const { isWhole, fingerprint, reason } = proveSeal(bytes)
  return [
    ...(isWhole && fingerprint === sealed.details.fingerprint
      ? []
      : ['The seal of the signed copy is broken.']),
    // Whoever rewrites the whole record cannot rewrite what the seal says of it.
    ...(recordIn(reason) === signed?.hash
      ? []
      : ['The record of what happened is not the one that was sealed.']),
  ]
}

const signatureFindings = (signature: SignatureRow, events: EventRow[]) => {
  const { picture, typedName, userId, method, signedAs, createdAt } = signature
  const signed = events.find(({ kind }) => kind === 'signed')
  const mark = digestOf({ picture: picture === null ? null : Buffer.from(picture, 'base64'), typedName })
  const holds =
    signed !== undefined &&
    signed.actorId === userId &&
    signed.actorName === signature.signedBy &&
    signed.at.getTime() === createdAt.getTime() &&
    signed.details.method === method &&
    signed.details.mark === mark &&
    (signed.details.signedAs ?? null) === signedAs
  return holds ? [] : ['The stored signature was changed.']
}
