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

/** Which picture of somebody's identity a document is, by what it is said to be or its task asks for. */
export const identityPurposeOf = (documentType: string, taskKind?: TaskKind): IdentityPurpose | null =>
  purposes[documentType] ?? (taskKind === 'proof_of_identity' ? 'document' : null)

type Picture = Pick<DocumentRow, 'clientId' | 'sha256'> & {
  identityPurpose: IdentityPurpose | null
  fingerprint?: string | null | undefined
  numberAsked?: string | null | undefined
}

/** What is kept of a picture to know it again: nothing of other documents. */
export const likenessOf = ({
  identityPurpose,
  fingerprint = null,
}: Omit<Picture, 'clientId' | 'sha256'>) => ({
  identityPurpose,
  fingerprint: identityPurpose && fingerprint,
})

/** One picture cannot show a document, a face and a number. The client's uploads are held by whoever asks. */
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

/** The same picture from two clients is for a person; of the likeness itself the client reads nothing. */
export async function doubtShared(
  db: Db,
  document: DocumentRow,
  validation: Validation,
): Promise<Validation> {
  // What shows nobody's identity is told as what it is; the firm reads beside it who else sent it.
  if (document.identityPurpose === null || isOfOtherKind(validation)) return validation
  const others = await pictures.listSameOfOthers(db, document)
  const isShared = others.some((other) => isSame(document, { other, number: numberIn(validation) }))
  return isShared ? doubted(validation) : validation
}

const isOfOtherKind = ({ checks }: Validation) =>
  checks.some(({ rule, outcome }) => rule === 'document_kind' && outcome === 'failed')

const numberIn = (validation: Validation | null) => validation?.metadata.documentNumber ?? null

// Two passports of one state that lie alike on a scanner look alike, too: their numbers tell them apart.
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
    // What is wrong with it all the same, such as whose name it bears, is told as of any other.
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

/** For the firm: who else sent this very picture or file. */
export async function listSenders(db: Db, document: DocumentRow) {
  const others = await pictures.listSameOfOthers(db, document)
  const number = numberIn(document.validation)
  return others.filter((other) => isSame(document, { other, number }))
}
