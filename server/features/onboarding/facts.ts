import type { AttachmentType } from '#contract/chat.ts'
import type { Known, Matter, Road, Stage } from '#contract/conversation.ts'
import type { DocumentId } from '#contract/documents.ts'
import type { AttemptFor } from '#contract/domain-events.ts'
import type { BankingDetails, UserData } from '#contract/user-data.ts'
import { type DocumentType, isVerified, type Validation, weWillCheck } from '#contract/validation.ts'
import type { SessionDocument, StepType } from '#contract/verification-session.ts'
import type { ReadFacts } from '#server/platform/ports/identity-provider.ts'

/** A file that the conversation took in. */
export interface Paper {
  documentId: DocumentId
  documentType: DocumentType
  attachmentType: AttachmentType
  /** The stage that asked for it in the chat, or the step of a session. */
  stage: Stage | null
  step: { sessionId: string; type: StepType } | null
  outcome: PaperOutcome | 'reading'
}

export type PaperOutcome = 'verified' | 'review' | 'failed'

/** What a conversation knows, besides where it stands. */
export interface Facts {
  wantsSelfie: boolean
  settled: Matter[]
  idType: SessionDocument | null
  papers: Paper[]
  /** What was read, from whatever document or by whatever partner. */
  read: ReadFacts
  bank: BankingDetails | null
  /** What the client put right in the update form. */
  submitted: UserData | null
  fundsSource: string | null
  /** How it ended; null while it goes on. */
  ending: 'confirmed' | 'data_rejected' | 'left' | null
  /** The last session that was decided verified all that it asked for. */
  hasVerifiedSession?: boolean
  /** The identity could not be verified when the client left. */
  hasFailed: boolean
}

export const noFacts: Facts = {
  wantsSelfie: false,
  settled: [],
  idType: null,
  papers: [],
  read: { fullName: null, dateOfBirth: null, documentNumber: null, expiryDate: null, address: null },
  bank: null,
  submitted: null,
  fundsSource: null,
  ending: null,
  hasFailed: false,
}

export const knownOf = ({ road, facts }: { road: Road; facts: Facts }): Known => ({
  road,
  wantsSelfie: facts.wantsSelfie,
  settled: facts.settled,
})

/** A fault that the client can mend is told as one; what only a person can judge is left to a person. */
export const outcomeOf = (validation: Validation): PaperOutcome => {
  if (isVerified(validation)) return 'verified'
  return validation.issues.some((issue) => issue !== weWillCheck) ? 'failed' : 'review'
}

export const readFrom = ({ metadata }: Validation): ReadFacts => {
  const { fullName, dateOfBirth, documentNumber, expiryDate, address } = metadata
  return { fullName, dateOfBirth, documentNumber, expiryDate, address }
}

/** A proof of address tells where somebody lives; who they are is told by the identity document alone. */
export const mergedRead = (known: ReadFacts, read: ReadFacts, from: AttachmentType): ReadFacts => {
  if (from === 'proof_of_address') return { ...known, address: read.address ?? known.address }
  return from === 'id' ? { ...read, address: known.address } : known
}

/** What is being read at this very stage. */
export const isReadingAt = (stage: Stage, { papers }: Facts) =>
  papers.some((paper) => paper.outcome === 'reading' && paper.stage === stage)

/** The last file that was sent at this stage was not good enough. */
export const hasFailedAt = (stage: Stage, { papers }: Facts) =>
  papers.some((paper) => paper.outcome === 'failed' && paper.stage === stage)

/** A session has verified it all; or the document was verified, and no face was to be compared with it. */
export const isIdentityChecked = ({ papers, wantsSelfie, hasVerifiedSession = false }: Facts) =>
  hasVerifiedSession ||
  (!wantsSelfie &&
    papers.some(({ attachmentType, outcome }) => attachmentType === 'id' && outcome === 'verified'))

export const wordsForDocument: Record<SessionDocument, string> = {
  passport: 'Passport',
  drivers_license: 'Driving licence',
  identity: 'National ID card',
}
const spokenNames: Record<SessionDocument, string> = {
  passport: 'passport',
  drivers_license: 'driving licence',
  identity: 'national ID card',
}
/** As it stands within a sentence. */
export const spoken = (idType: SessionDocument | null) =>
  idType === null ? 'identity document' : spokenNames[idType]

/** What a paper is sent as, whichever way the conversation takes. */
export const attemptOf = ({ attachmentType, step }: Pick<Paper, 'attachmentType' | 'step'>): AttemptFor => {
  if (attachmentType === 'id') return step?.type === 'BACKSIDE' ? 'id_back' : 'id_front'
  if (attachmentType === 'selfie') return step?.type === 'LIVENESS' ? 'number' : 'selfie'
  return attachmentType === 'proof_of_address' || attachmentType === 'address_proof' ? 'address' : 'funds'
}

/** A newer paper takes the place of the one before that was sent as the same. */
export const withPaper = (facts: Facts, paper: Paper): Facts => {
  const isSame = (other: Paper) => attemptOf(other) === attemptOf(paper)
  return { ...facts, papers: [...facts.papers.filter((other) => !isSame(other)), paper] }
}

export const withOutcome = (facts: Facts, documentId: DocumentId, outcome: PaperOutcome): Facts => ({
  ...facts,
  papers: facts.papers.map((paper) => (paper.documentId === documentId ? { ...paper, outcome } : paper)),
})
