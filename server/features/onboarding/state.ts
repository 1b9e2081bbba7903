import type { DocumentId } from '#contract/documents/documents.ts'
import {
  type DocumentType,
  isVerified,
  type Validation,
  weWillCheck,
} from '#contract/documents/validation.ts'
import { dayText } from '#contract/forms/words.ts'
import type { SessionDocument } from '#contract/identity/session.ts'
import { addressParts } from '#contract/kit/address.ts'
import type { AttemptFor } from '#contract/kit/domain-events.ts'
import { addressInNormalCase, nameInNormalCase } from '#contract/kit/names.ts'
import type { ActionType, AttachmentType, Badge, Fact, FormId } from '#contract/onboarding/chat.ts'
import type { Flow, FlowState, Stage } from '#contract/onboarding/conversation.ts'
import { defaultCountry, KnownData } from '#contract/onboarding/user-data.ts'
import { findPersonalDetails, getAccount } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ReadFacts } from '#server/platform/ports/providers.ts'
import type {
  CollectedDocument,
  Conversation,
  ConversationState,
  DocumentOutcome,
  SessionRow,
} from './schema.ts'

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
export const attemptOf = ({
  attachmentType,
  step,
}: Pick<CollectedDocument, 'attachmentType' | 'step'>): AttemptFor => {
  if (attachmentType === 'id') return step?.type === 'BACKSIDE' ? 'id_back' : 'id_front'
  if (attachmentType === 'selfie') return step?.type === 'LIVENESS' ? 'number' : 'selfie'
  return attachmentType === 'proof_of_address' || attachmentType === 'address_proof' ? 'address' : 'funds'
}

/** Adds a document. It replaces an earlier one that was sent as the same. */
export const withDocument = (state: ConversationState, document: CollectedDocument): ConversationState => {
  const isSame = (other: CollectedDocument) => attemptOf(other) === attemptOf(document)
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

/** One message to the client. It carries what its stage asks for, unless it names something else. */
export interface PortalMessage {
  content: string
  options?: readonly string[]
  actionType?: ActionType
  attachmentType?: AttachmentType
  formId?: FormId
  facts?: Fact[]
  badge?: Badge
}

/** The data that messages are made from. */
export interface View {
  conversation: Conversation
  account: {
    firstName: string
    lastName: string
    address: string | null
    city: string | null
    postalCode: string | null
    country: string | null
  }
  /** What the client said about themselves elsewhere. */
  declared: { dateOfBirth: string | null }
  firm: { name: string; telephone: string; hours: string; email: string }
  checker: string | null
}

export const viewOf = async (
  { db, ports }: Pick<Ctx, 'db' | 'ports'>,
  conversation: Conversation,
): Promise<View> => ({
  conversation,
  account: await getAccount(db, conversation.clientId),
  declared: await findPersonalDetails(db, conversation.clientId),
  firm: await findFirm(db),
  checker: ports.identity.checker,
})

/**
 * Returns what is known about a client: their own corrections first, then what was read from documents, then the
 * account.
 */
export const collectedOf = ({ conversation: { state }, account, declared }: View): KnownData => {
  const { read, submitted, bank, idType } = state
  const address = read.address && addressInNormalCase(read.address)
  const home = address === null ? null : addressParts(address)
  const [firstName, lastName] = namesIn(read.fullName && nameInNormalCase(read.fullName)) ?? [
    account.firstName,
    account.lastName,
  ]
  return wellFormed({
    firstName,
    lastName,
    dateOfBirth: read.dateOfBirth ?? declared.dateOfBirth,
    streetAddress: home ? [home.line1, home.line2].filter(Boolean).join(', ') : (address ?? account.address),
    city: home?.town || account.city,
    postalCode: home?.postcode ?? account.postalCode,
    country: account.country ?? defaultCountry,
    selectedIDType: idType && wordsForDocument[idType],
    ...bank,
    ...submitted,
  })
}

/**
 * Keeps the values that follow the form's rules. Documents and accounts may break them, and the client is asked again.
 */
const wellFormed = (values: Record<string, unknown>): KnownData => {
  const good = Object.entries(KnownData.shape).flatMap(([name, rule]) => {
    const { success, data } = rule.safeParse(values[name] ?? undefined)
    return success && data !== undefined ? [[name, data] as const] : []
  })
  return Object.fromEntries(good)
}

/** Splits a name before its last word: "Amara Ngozi Okafor" is Amara Ngozi, Okafor. */
const namesIn = (fullName: string | null): [string, string] | null => {
  const words = fullName?.trim().split(/\s+/) ?? []
  const last = words.pop()
  return last === undefined || words.length === 0 ? null : [words.join(' '), last]
}

/** Returns what was collected, for the client to check. Only the end of the account number is shown. */
export const collectedFacts = (view: View): Fact[] => {
  const data = collectedOf(view)
  const name = [data.firstName, data.lastName].filter(Boolean).join(' ')
  // A country alone is the form's default and no address.
  const place = [data.streetAddress, data.city, data.postalCode].filter(Boolean)
  const address = place.length > 0 && [...place, data.country].filter(Boolean).join(', ')
  return filled([
    ['Full name', nameInNormalCase(name)],
    ['Date of birth', data.dateOfBirth && dayText(data.dateOfBirth)],
    ['Address', address],
    ['Document', data.selectedIDType],
    ['Sort code', data.sortCode],
    ['Account number', data.accountNumber && writeAccountEnd(data.accountNumber)],
  ])
}

/** Returns what was read from an identity document. */
export const readFacts = ({ fullName, dateOfBirth, documentNumber, expiryDate }: ReadFacts): Fact[] =>
  filled([
    ['Full name', fullName && nameInNormalCase(fullName)],
    ['Date of birth', dateOfBirth && dayText(dateOfBirth)],
    ['Document number', documentNumber],
    ['Expires', expiryDate && dayText(expiryDate)],
  ])

/** Returns the number's last four digits, such as "•••• 4958". */
export const writeAccountEnd = (accountNumber: string) => `•••• ${accountNumber.slice(-4)}`

const filled = (lines: [label: string, value: string | null | undefined | false][]): Fact[] =>
  lines.flatMap(([label, value]) => (value ? [{ label, value }] : []))

// Anyone with the address can open the session, so the database only holds it encrypted.
const placeOf = (id: string) => `verification_session:${id}`

export const encryptAddress = ({ ports }: Pick<Ctx, 'ports'>, id: string, url: string) =>
  ports.secrets.seal(url, placeOf(id))

/** Returns the address of an open session and the provider's id of it. Null if it is not open or can't be decrypted. */
export function decryptAddress(
  { ports }: Pick<Ctx, 'ports'>,
  { id, state, encryptedUrl, providerId, expiresAt }: SessionRow,
) {
  const url = encryptedUrl && ports.secrets.open(encryptedUrl, placeOf(id))
  if (state !== 'open' || !url || providerId === null) return null
  return { sessionUrl: url, sessionId: providerId, expiresAt }
}

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
