import type { DocumentId } from '#contract/documents/documents.ts'
import {
  type DocumentType,
  isVerified,
  type Validation,
  weWillCheck,
} from '#contract/documents/validation.ts'
import type { SessionDocument } from '#contract/identity/session.ts'
import type { AttemptFor } from '#contract/kit/domain-events.ts'
import type { AttachmentType } from '#contract/onboarding/chat.ts'
import type { Flow, FlowState, Stage } from '#contract/onboarding/conversation.ts'
import type { ReadFacts } from '#server/platform/ports/providers.ts'
import type { CollectedDocument, ConversationState, DocumentOutcome } from './schema.ts'

export const initialState: ConversationState = {
  wantsSelfie: false,
  resolved: [],
  idType: null,
  documents: [],
  read: { fullName: null, dateOfBirth: null, documentNumber: null, expiryDate: null, address: null },
  bank: null,
  submitted: null,
  fundsSource: null,
  ending: null,
  hasFailed: false,
}

export const knownOf = ({ flow, state }: { flow: Flow; state: ConversationState }): FlowState => ({
  flow,
  wantsSelfie: state.wantsSelfie,
  resolved: state.resolved,
})

/** Returns `failed` for an issue that the client can fix, and `review` for what only a person can judge. */
export const outcomeOf = (validation: Validation): DocumentOutcome => {
  if (isVerified(validation)) return 'verified'
  return validation.issues.some((issue) => issue !== weWillCheck) ? 'failed' : 'review'
}

export const readFrom = ({ metadata }: Validation): ReadFacts => {
  const { fullName, dateOfBirth, documentNumber, expiryDate, address } = metadata
  return { fullName, dateOfBirth, documentNumber, expiryDate, address }
}

/** Merges what was read. A proof of address gives the address, and an identity document everything else. */
export const mergedRead = (known: ReadFacts, read: ReadFacts, from: AttachmentType): ReadFacts => {
  if (from === 'proof_of_address') return { ...known, address: read.address ?? known.address }
  return from === 'id' ? { ...read, address: known.address } : known
}

/** Returns whether a document sent at this stage is still being read. */
export const isReadingAt = (stage: Stage, { documents }: ConversationState) =>
  documents.some((document) => document.outcome === 'reading' && document.stage === stage)

/** Returns whether a document sent at this stage failed. */
export const hasFailedAt = (stage: Stage, { documents }: ConversationState) =>
  documents.some((document) => document.outcome === 'failed' && document.stage === stage)

/**
 * Returns whether a session verified everything, or the identity document was verified and no face was to be compared.
 */
export const isIdentityChecked = ({
  documents,
  wantsSelfie,
  hasVerifiedSession = false,
}: ConversationState) =>
  hasVerifiedSession ||
  (!wantsSelfie &&
    documents.some(({ attachmentType, outcome }) => attachmentType === 'id' && outcome === 'verified'))

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
/** Returns the document's name for use within a sentence. */
export const spoken = (idType: SessionDocument | null) =>
  idType === null ? 'identity document' : spokenNames[idType]

/** Returns what a document is sent as, in the chat and in a session alike. */
export const attemptOf = (
  { attachmentType, step }: Pick<CollectedDocument, 'attachmentType' | 'step'>,
  { fundsSource }: Pick<ConversationState, 'fundsSource'> = initialState,
): AttemptFor => {
  if (attachmentType === 'id') return step?.type === 'BACKSIDE' ? 'id_back' : 'id_front'
  if (attachmentType === 'selfie') return step?.type === 'LIVENESS' ? 'number' : 'selfie'
  if (attachmentType === 'proof_of_address' || attachmentType === 'address_proof') return 'address'
  if (attachmentType === 'gift_letter') return 'gift_letter'
  return fundsSource === null || fundsSource === 'Savings' ? 'funds' : 'other_funds'
}

/** Adds a document. It replaces an earlier one that was sent as the same. */
export const withDocument = (state: ConversationState, document: CollectedDocument): ConversationState => {
  const isSame = (other: CollectedDocument) => attemptOf(other, state) === attemptOf(document, state)
  return { ...state, documents: [...state.documents.filter((other) => !isSame(other)), document] }
}

export const withOutcome = (
  state: ConversationState,
  documentId: DocumentId,
  outcome: DocumentOutcome,
): ConversationState => ({
  ...state,
  documents: state.documents.map((document) =>
    document.documentId === documentId ? { ...document, outcome } : document,
  ),
})

/** Returns the kind of file that a stage asks for, or null. */
export const attachmentOf = (stage: Stage, { fundsSource }: ConversationState): AttachmentType | null => {
  if (stage === 'id_verification') return 'id'
  if (stage === 'take_selfie' || stage === 'id_verification_selfie') return 'selfie'
  if (stage === 'proof_of_address') return 'proof_of_address'
  if (stage !== 'source_of_funds_details') return null
  return fundsSource === 'Gifted deposit' ? 'gift_letter' : 'funds_proof'
}

/** Returns the type of a document sent at this stage. */
export const documentTypeAt = (stage: Stage, { idType }: Pick<ConversationState, 'idType'>): DocumentType => {
  if (stage === 'id_verification') return idType ?? 'identity'
  if (stage === 'take_selfie' || stage === 'id_verification_selfie') return 'selfie'
  return stage === 'proof_of_address' ? 'address_proof' : 'funds_proof'
}
