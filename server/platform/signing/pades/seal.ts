import { type AugmentedSeal, type AuthorityAccess, augmentSeal } from './augment.ts'
import { fillPlaceholder } from './byte-range.ts'
import { addTimeStamp, readSignedMessage, type Signatory, sha256, signDigest } from './cms.ts'

/**
 * Puts the seal and its time stamp into the room left for it, and appends the rest of its proof. Without `asking`, or
 * if no authority responds, adds only the seal. Never rejects because of an authority.
 */
export async function sealPdf(
  ready: Buffer,
  signatory: Signatory,
  asking: AuthorityAccess | null,
): Promise<AugmentedSeal> {
  let fault: unknown
  const pdf = await fillPlaceholder(ready, async (digest, room) => {
    const message = signDigest(digest, signatory)
    if (asking === null) return message
    try {
      const token = await asking.authority.stamp(sha256(readSignedMessage(message).signature), asking.signal)
      const stamped = addTimeStamp(message, token)
      if (stamped.length > room) throw new Error(`A time stamp of ${token.length} bytes has no room here.`)
      return stamped
    } catch (cause) {
      fault = cause
      return message
    }
  })
  return asking === null || fault !== undefined ? { pdf, fault } : augmentSeal(pdf, asking)
}
