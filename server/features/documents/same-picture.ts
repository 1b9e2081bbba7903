import { documentName } from '#contract/documents/documents.ts'
import { otherClientRule, sharedWords, type Validation, weWillCheck } from '#contract/documents/validation.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { TaskKind } from '#contract/tasks.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as pictures from './pictures/store.ts'
import type { IdentityPurpose } from './schema.ts'
import type { DocumentRow } from './store.ts'

const purposes: Record<string, IdentityPurpose> = {
  passport: 'document',
  drivers_license: 'document',
  identity: 'document',
  selfie: 'selfie',
  photo: 'number',
}

/** Returns which picture of the client's identity a document is, by its type or its task. Null for any other. */
export const identityPurposeOf = (documentType: string, taskKind?: TaskKind): IdentityPurpose | null =>
  purposes[documentType] ?? (taskKind === 'proof_of_identity' ? 'document' : null)

type Picture = Pick<DocumentRow, 'clientId' | 'sha256'> & {
  identityPurpose: IdentityPurpose | null
  fingerprint?: string | null | undefined
  numberAsked?: string | null | undefined
}

/** Returns the columns that help to recognise a picture. They are null for other documents. */
export const likenessOf = ({
  identityPurpose,
  fingerprint = null,
}: Omit<Picture, 'clientId' | 'sha256'>) => ({
  identityPurpose,
  fingerprint: identityPurpose && fingerprint,
})

/**
 * Refuses a picture that was sent for another purpose: one picture can't show a document, a face and a number. Callers
 * that insert a document have locked the client's uploads.
 */
export async function refuseSamePicture(db: Db, picture: Picture) {
  const { identityPurpose } = picture
  const other = identityPurpose && (await pictures.findSameForAnother(db, { ...picture, identityPurpose }))
  if (!other) return
  throw new Problem(
    'unprocessable',
    `This is the same picture that you sent as your ${documentName(other).toLowerCase()}. ${askFor(picture)}`,
    { reason: 'same_picture' },
  )
}

const askFor = ({ identityPurpose, numberAsked }: Picture) => {
  if (identityPurpose === 'document') return 'Please send a photo or scan of the document itself.'
  if (identityPurpose === 'selfie') return 'Please take a new photo of your face.'
  return `Please take a new photo of yourself that shows the number${numberAsked ? ` ${numberAsked}` : ''}.`
}

/** Leaves the same picture from two clients to a person. The client is not told about the other. */
export async function doubtShared(
  db: Db,
  document: DocumentRow,
  validation: Validation,
): Promise<Validation> {
  // A picture of something else is refused as that, and the firm sees beside it who else sent it.
  if (document.identityPurpose === null || isOfOtherKind(validation)) return validation
  const others = await pictures.listSameOfOthers(db, document)
  const isShared = others.some((other) => isSame(document, { other, number: numberIn(validation) }))
  return isShared ? doubted(validation) : validation
}

const isOfOtherKind = ({ checks }: Validation) =>
  checks.some(({ rule, outcome }) => rule === 'document_kind' && outcome === 'failed')

const numberIn = (validation: Validation | null) => validation?.metadata.documentNumber ?? null

// Two passports of one state look alike on a scanner. Their numbers tell them apart.
const isSame = (document: DocumentRow, { other, number }: { other: DocumentRow; number: string | null }) => {
  if (document.sha256 === other.sha256) return true
  const otherNumber = numberIn(other.validation)
  return number === null || otherNumber === null || number === otherNumber
}

const doubted = (validation: Validation): Validation => {
  const { confidence, issues, checks, metadata } = validation
  const { flagEvidence, verificationFlags } = metadata
  const evidence = [...(flagEvidence.requiresManualReview ?? []), sharedWords]
  return {
    valid: false,
    confidence: Math.min(confidence, mostOfDoubted),
    // Its own issues, such as another name, are told as for any document.
    issues: issues.length > 0 ? issues : [weWillCheck],
    checks: [
      ...checks,
      {
        rule: otherClientRule,
        title: 'Sent by no other client',
        outcome: 'failed',
        read: null,
        expected: null,
        source: null,
      },
    ],
    metadata: {
      ...metadata,
      verificationFlags: { ...verificationFlags, requiresManualReview: true },
      flagEvidence: { ...flagEvidence, requiresManualReview: evidence },
    },
  }
}

const mostOfDoubted = 0.89

export const isShared = ({ checks }: Validation) => checks.some(({ rule }) => rule === otherClientRule)

/** Lists the documents of other clients with the same picture or file, for the firm. */
export async function listSenders(db: Db, document: DocumentRow) {
  const others = await pictures.listSameOfOthers(db, document)
  const number = numberIn(document.validation)
  return others.filter((other) => isSame(document, { other, number }))
}
